//! TLS: the certificate, its key, and the settings of encrypted connections.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use x509_parser::certificate::Validity;
use x509_parser::time::ASN1Time;
use x509_parser::x509::X509Version;

use crate::errors::Error;
use crate::serve::access::small_file::read_small;

/// Protocols from which clients may choose; gRPC needs `h2`.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Word in a PEM file, in both forms of PEM, that marks a key which needs a password. It cannot be
/// part of the base64 text of a key without a password.
const ENCRYPTED: &[u8] = b"ENCRYPTED";

/// A certificate and its key, read from files that can be reloaded.
#[derive(Debug)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Current>,
}

#[derive(Debug, Clone)]
struct Current {
    config: Arc<ServerConfig>,
    expiry_seconds: Option<i64>,
    /// Reason why clients refuse the certificate, if it was out of date when it was read.
    warning: Option<String>,
}

impl Tls {
    /// Reads the files: a PEM file of certificates, the server's own first, and a PEM file of its
    /// private key.
    ///
    /// # Errors
    /// A file cannot be read, or certificate and key do not match.
    pub fn new(certificate: PathBuf, key: PathBuf) -> Result<Self, Error> {
        let current = RwLock::new(read(&certificate, &key)?);
        Ok(Tls { certificate, key, current })
    }

    /// Reloads the files. Only new connections use the new certificate.
    ///
    /// # Errors
    /// The errors of [`Tls::new`]; then the old certificate stays in use.
    pub fn reload(&self) -> Result<(), Error> {
        let current = read(&self.certificate, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = current;
        Ok(())
    }

    /// Returns the Unix time at which the server's own certificate expires; `None` if it cannot be
    /// parsed.
    pub fn expiry_seconds(&self) -> Option<i64> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).expiry_seconds
    }

    /// Returns a warning if the certificate was expired or not yet valid when it was read.
    pub fn warning(&self) -> Option<String> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).warning.clone()
    }

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
    let (expiry_seconds, warning) = check(certificate, own)?;
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
    Ok(Current { config: Arc::new(config), expiry_seconds, warning })
}

/// Checks the server's own certificate. Returns the Unix time at which it expires, and a warning if
/// it is expired or not yet valid. Both are `None` if it cannot be parsed.
fn check(path: &Path, own: &CertificateDer<'_>) -> Result<(Option<i64>, Option<String>), Error> {
    let Ok((_, own)) = x509_parser::parse_x509_certificate(own) else { return Ok((None, None)) };
    let fault = |fault: String| wrong("--tls-certificate", path, fault);
    if own.version() != X509Version::V3 {
        return Err(fault(format!(
            "it is an X.509 certificate of version {}, which clients refuse; extensions make it one of version 3: \
             `openssl x509 -req ... -extfile FILE`, with a line `subjectAltName=DNS:HOST` in FILE",
            own.version().0 + 1
        )));
    }
    let (now, Validity { not_before, not_after }) = (ASN1Time::now(), own.validity());
    let warning = if now > *not_after {
        Some(format!("it expired at {not_after}: clients refuse it"))
    } else if now < *not_before {
        Some(format!("it is not valid before {not_before}: clients refuse it"))
    } else {
        None
    };
    Ok((Some(not_after.timestamp()), warning.map(|warning| fault(warning).text())))
}
