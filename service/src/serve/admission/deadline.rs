//! Deadlines of requests. A request ends with DEADLINE_EXCEEDED after the time in the header
//! `grpc-timeout`, and after a general time limit.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use http::{HeaderMap, Request, Response};
use tokio::time::Instant;
use tower::{Layer, Service};

use crate::answer::convert;
use crate::errors::Error;

/// Time at which the client stops waiting for the answer. The extensions of a request contain it.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(pub Instant);

/// Maximum time for an answer, even if the client sets no deadline or does not finish its request.
/// This limit does not apply to streams of positions, which end only at the client's deadline.
pub const ANSWER_MAX: Duration = Duration::from_secs(60);

impl Deadline {
    /// Returns the deadline of a request for which the client sets none.
    pub fn latest() -> Deadline {
        Deadline(Instant::now() + ANSWER_MAX)
    }

    /// Returns the deadline of a request with a single answer: the client's deadline or the general
    /// limit, whichever is earlier.
    pub fn of<T>(request: &tonic::Request<T>) -> Deadline {
        let Deadline(latest) = Deadline::latest();
        Deadline(request.extensions().get::<Deadline>().map_or(latest, |&Deadline(at)| at.min(latest)))
    }
}

#[derive(Debug, Clone, Copy)]
pub struct DeadlineLayer;

impl<S> Layer<S> for DeadlineLayer {
    type Service = DeadlineService<S>;
    fn layer(&self, inner: S) -> Self::Service {
        DeadlineService { inner }
    }
}

#[derive(Debug, Clone)]
pub struct DeadlineService<S> {
    inner: S,
}

impl<S, B> Service<Request<B>> for DeadlineService<S>
where
    S: Service<Request<B>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let now = Instant::now();
        let mut latest = now + ANSWER_MAX;
        if let Some(timeout) = grpc_timeout(request.headers()) {
            request.extensions_mut().insert(Deadline(now + timeout));
            latest = latest.min(now + timeout);
        }
        let response = self.inner.call(request);
        Box::pin(async move {
            match tokio::time::timeout_at(latest, response).await {
                Ok(response) => response,
                Err(_) => Ok(convert::status(&Error::Deadline).into_http()),
            }
        })
    }
}

/// Returns the time in the header `grpc-timeout`, which has up to eight digits and a unit. Returns
/// `None` if the header is missing or has another form.
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

    /// A service that takes the given time.
    #[derive(Clone)]
    struct Slow(Duration);

    impl Service<Request<Body>> for Slow {
        type Response = Response<Body>;
        type Error = Infallible;
        type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;
        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }
        fn call(&mut self, request: Request<Body>) -> Self::Future {
            let has_deadline = request.extensions().get::<Deadline>().is_some();
            let delay = self.0;
            Box::pin(async move {
                tokio::time::sleep(delay).await;
                let body = Response::builder().header("has-deadline", has_deadline.to_string()).body(Body::empty());
                Ok(body.expect("a valid response"))
            })
        }
    }

    async fn called(delay: Duration, timeout: Option<&str>) -> Response<Body> {
        let mut request = Request::builder();
        if let Some(timeout) = timeout {
            request = request.header("grpc-timeout", timeout);
        }
        let request = request.body(Body::empty()).expect("a valid request");
        let answer = DeadlineLayer.layer(Slow(delay)).call(request).await;
        answer.unwrap_or_else(|never| match never {})
    }

    #[tokio::test]
    async fn only_a_late_answer_is_replaced_by_deadline_exceeded() {
        let late = called(Duration::from_secs(60), Some("20m")).await;
        let status = tonic::Status::from_header_map(late.headers()).expect("a status");
        assert_eq!(status.code(), tonic::Code::DeadlineExceeded);
        let in_time = called(Duration::ZERO, Some("60S")).await;
        assert_eq!(in_time.headers().get("has-deadline").expect("the answer"), "true");
        let without = called(Duration::from_millis(30), None).await;
        assert_eq!(without.headers().get("has-deadline").expect("the answer"), "false");
    }

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
