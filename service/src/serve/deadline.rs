//! Deadlines: `grpc-timeout` ends a request with DEADLINE_EXCEEDED.
//!
//! tonic keeps the header as well, but answers CANCELLED; this layer stands inside of tonic's and is a little earlier.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{HeaderMap, Request, Response};
use tokio::time::Instant;
use tonic::body::Body;
use tower::{Layer, Service};

use crate::convert;
use crate::errors::Error;

/// When the answer to a request is of no more use to its client. Stands in the extensions of the request.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(pub Instant);

/// How much earlier than the client's clock the deadline is: two ticks of the timer.
const MARGIN: Duration = Duration::from_millis(2);

/// See the module.
#[derive(Debug, Clone, Copy)]
pub struct DeadlineLayer;

impl<S> Layer<S> for DeadlineLayer {
    type Service = DeadlineService<S>;
    fn layer(&self, inner: S) -> Self::Service {
        DeadlineService { inner }
    }
}

/// See the module.
#[derive(Debug, Clone)]
pub struct DeadlineService<S> {
    inner: S,
}

impl<S> Service<Request<Body>> for DeadlineService<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let Some(timeout) = grpc_timeout(request.headers()) else {
            return Box::pin(self.inner.call(request));
        };
        let deadline = Instant::now() + timeout.saturating_sub(MARGIN);
        request.extensions_mut().insert(Deadline(deadline));
        let response = self.inner.call(request);
        Box::pin(async move {
            match tokio::time::timeout_at(deadline, response).await {
                Ok(response) => response,
                Err(_) => Ok(convert::status(&Error::Deadline).into_http()),
            }
        })
    }
}

/// The time a client gives: up to eight digits and a unit. A header that is not that is no limit.
fn grpc_timeout(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if number.is_empty() || number.len() > 8 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u64 = number.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &'static str) -> Option<Duration> {
        grpc_timeout(&HeaderMap::from_iter([(
            http::HeaderName::from_static("grpc-timeout"),
            http::HeaderValue::from_static(text),
        )]))
    }

    #[test]
    fn the_header_has_digits_and_a_unit() {
        assert_eq!(parsed("1H"), Some(Duration::from_secs(3600)));
        assert_eq!(parsed("99999999M"), Some(Duration::from_secs(99_999_999 * 60)));
        assert_eq!(parsed("20m"), Some(Duration::from_millis(20)));
        assert_eq!(parsed("7u"), Some(Duration::from_micros(7)));
        for bad in ["", "m", "5", "5x", "+5m", "123456789m", "5 m"] {
            assert_eq!(parsed(bad), None, "{bad}");
        }
    }
}
