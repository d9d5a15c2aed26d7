//! Encryption: the certificate and encrypted connections.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::errors::Error;
use crate::serve::access::small_file::read_small;

/// Protocols for clients to choose from; gRPC needs the first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// The word of PEM, in either form, for a key that needs a password. It is no base64.
const ENCRYPTED: &[u8] = b"ENCRYPTED";

/// A certificate with its key, from files that can be reloaded.
#[derive(Debug)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Current>,
}

/// The last loaded certificate.
#[derive(Debug, Clone)]
struct Current {
    config: Arc<ServerConfig>,
    expiry_seconds: Option<i64>,
}

impl Tls {
    /// Reads the files: certificates in PEM, the server's own first, and its private key in PEM.
    ///
    /// # Errors
    /// A file cannot be read, or certificate and key do not match.
    pub fn new(certificate: PathBuf, key: PathBuf) -> Result<Self, Error> {
        let current = RwLock::new(read(&certificate, &key)?);
        Ok(Tls { certificate, key, current })
    }

    /// Reloads the files, for new connections.
    ///
    /// # Errors
    /// The errors of [`Tls::new`]; the old certificate stays.
    pub fn reload(&self) -> Result<(), Error> {
        let current = read(&self.certificate, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = current;
        Ok(())
    }

    /// Returns the expiry of the server's own certificate in Unix seconds; `None` if unreadable.
    pub fn expiry_seconds(&self) -> Option<i64> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).expiry_seconds
    }

    /// Returns the acceptor that encrypts connections.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.current.read().unwrap_or_else(PoisonError::into_inner).config.clone().into()
    }
}

fn wrong(field: &'static str, path: &Path, error: impl std::fmt::Display) -> Error {
    Error::Argument { field, reason: format!("{}: {error}", path.display()) }
}

fn read(certificate: &Path, key: &Path) -> Result<Current, Error> {
    let of_certificate = |error| wrong("--tls-certificate", certificate, error);
    let pem = read_small(certificate).map_err(|error| wrong("--tls-certificate", certificate, error))?;
    let chain = CertificateDer::pem_slice_iter(&pem).collect::<Result<Vec<_>, _>>().map_err(of_certificate)?;
    let Some(own) = chain.first() else {
        return Err(wrong("--tls-certificate", certificate, "there is no certificate in it"));
    };
    let expiry_seconds = expiry_seconds(own);
    let pem = read_small(key).map_err(|error| wrong("--tls-key", key, error))?;
    if pem.windows(ENCRYPTED.len()).any(|part| part == ENCRYPTED) {
        return Err(wrong("--tls-key", key, "it is encrypted; decrypt it: `openssl pkey -in KEY -out DECRYPTED`"));
    }
    let own_key = PrivateKeyDer::from_pem_slice(&pem).map_err(|error| match error {
        pem::Error::NoItemsFound => wrong("--tls-key", key, "there is no private key in it"),
        other => wrong("--tls-key", key, other),
    })?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, own_key))
        .map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => wrong(
                "--tls-key",
                key,
                format_args!("it is not the key of the certificate in {}", certificate.display()),
            ),
            other => wrong("--tls-key", key, other),
        })?;
    config.alpn_protocols = PROTOCOLS.iter().map(|protocol| protocol.to_vec()).collect();
    Ok(Current { config: Arc::new(config), expiry_seconds })
}

fn expiry_seconds(certificate: &CertificateDer<'_>) -> Option<i64> {
    let (_, certificate) = x509_parser::parse_x509_certificate(certificate).ok()?;
    Some(certificate.validity().not_after.timestamp())
}
