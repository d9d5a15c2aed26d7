//! The sockets of the server: one for clients, one for operators.

use super::args::Args;
use super::net::{Bound, ListenAddress, Listener};
use crate::errors::Error;

const LISTEN: &str = "--listen";
const ADMIN_LISTEN: &str = "--admin-listen";

#[derive(Debug)]
pub struct Sockets {
    clients: Bound,
    operators: Option<Bound>,
}

impl Sockets {
    /// Binds the sockets to the addresses in the options. If an address is in use, the error is
    /// returned by [`Sockets::listen`]; with `--check-config`, a warning is logged instead.
    ///
    /// # Errors
    /// Both addresses are the same, or the system refuses.
    pub async fn bind(args: &Args) -> Result<Self, Error> {
        let clients = bind(LISTEN, &args.listen, args.check_config).await?;
        let Some(address) = &args.admin_listen else { return Ok(Sockets { clients, operators: None }) };
        if args.listen.overlaps(address).await {
            let reason = format!("{address} is where {LISTEN} {} listens; give another", args.listen);
            return Err(Error::Argument { field: ADMIN_LISTEN, reason });
        }
        Ok(Sockets { clients, operators: Some(bind(ADMIN_LISTEN, address, args.check_config).await?) })
    }

    pub fn listen(self, args: &Args) -> Result<Pair, Error> {
        let operators = self.operators.zip(args.admin_listen.as_ref());
        let operators = operators.map(|(bound, address)| listen(ADMIN_LISTEN, bound, address)).transpose()?;
        Ok((listen(LISTEN, self.clients, &args.listen)?, operators))
    }
}

pub type Addressed = (Listener, String);

/// The socket for clients and, optionally, the socket for operators.
pub type Pair = (Addressed, Option<Addressed>);

async fn bind(flag: &'static str, address: &ListenAddress, is_check: bool) -> Result<Bound, Error> {
    let bound = Bound::new(address).await.map_err(failed(flag, address))?;
    if let (Bound::InUse(_), true) = (&bound, is_check) {
        tracing::warn!("{flag}: {address} is in use, as expected if the server runs already");
    }
    Ok(bound)
}

fn listen(flag: &'static str, bound: Bound, address: &ListenAddress) -> Result<Addressed, Error> {
    let listener = bound.listen().map_err(failed(flag, address))?;
    let own = listener.address().map_err(failed(flag, address))?;
    Ok((listener, own))
}

fn failed(flag: &'static str, address: &ListenAddress) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::Listen { flag, address: address.to_string(), error }
}
