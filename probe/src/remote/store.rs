//! Folders in object stores.

use std::future::poll_fn;
use std::io;
use std::ops::Range;
use std::sync::{Arc, mpsc};
use std::thread;

use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, ObjectMeta, ObjectStore, parse_url_opts};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use url::Url;

use super::fault::{Fault, check_version};
use super::remote_folder::{FirstVersion, RemoteFolder};
use crate::error::OpenError;

/// Beginnings of the names of environment variables that configure stores.
const SETTINGS: [&str; 3] = ["AWS_", "AZURE_", "GOOGLE_"];

/// A folder in an object store.
#[derive(Debug)]
pub(super) struct StoreFolder {
    store: Arc<dyn ObjectStore>,
    path: Path,
    network: Arc<Network>,
}

/// A file or a range of it, as the store sent it.
struct Found {
    meta: ObjectMeta,
    range: Range<u64>,
    bytes: Vec<u8>,
}

impl StoreFolder {
    pub(super) fn new(store: Arc<dyn ObjectStore>, path: &str) -> Result<StoreFolder, OpenError> {
        let open = || {
            let path = Path::parse(path).map_err(Error::from)?;
            Ok(StoreFolder { store, path, network: Arc::new(Network::start()?) })
        };
        open().map_err(|error| OpenError::Io { path: path.into(), error })
    }

    /// Opens the folder with this address. The environment configures its store.
    pub(super) fn of_address(address: &str) -> Result<StoreFolder, OpenError> {
        let open = || {
            let url = Url::parse(address).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
            let variables = std::env::vars_os();
            let variables = variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
            let settings = variables.filter(|(name, _)| SETTINGS.iter().any(|start| name.starts_with(start)));
            let settings = settings.filter_map(|(name, value)| Some((name, value.into_string().ok()?)));
            let (store, path) = parse_url_opts(&url, settings)?;
            Ok(StoreFolder { store: store.into(), path, network: Arc::new(Network::start()?) })
        };
        open().map_err(|error| OpenError::Io { path: address.into(), error })
    }

    /// Reads a file or a range of it. Ends soon after `bytes_max` bytes, whatever the store still
    /// sends.
    fn get(&self, name: &str, range: Option<GetRange>, bytes_max: u64) -> Result<Found, Fault> {
        let (store, path) = (self.store.clone(), self.path.clone().join(name));
        let options = GetOptions { range, ..GetOptions::default() };
        self.network.wait(async move {
            let found = store.get_opts(&path, options).await?;
            let (meta, range, mut bytes) = (found.meta.clone(), found.range.clone(), Vec::new());
            let mut parts = found.into_stream();
            while bytes.len() as u64 <= bytes_max
                && let Some(part) = poll_fn(|context| parts.as_mut().poll_next(context)).await
            {
                bytes.extend_from_slice(&part?);
            }
            Ok(Found { meta, range, bytes })
        })
    }

    fn read(
        &self,
        name: &str,
        buffer: &mut [u8],
        offset: u64,
        length_bytes: u64,
        first: &FirstVersion,
    ) -> Result<(), Fault> {
        let bytes = offset..offset + buffer.len() as u64;
        let expected = buffer.len() as u64;
        let found = self.get(name, Some(bytes.clone().into()), expected)?;
        if found.meta.size != length_bytes {
            return Err(Fault::OtherLength { found: found.meta.size.to_string(), expected: length_bytes });
        }
        check_version(first, found.meta.e_tag.as_deref(), Some(found.meta.last_modified.to_rfc3339()))?;
        if found.range != bytes {
            let found = format!("bytes {}-{}", found.range.start, found.range.end.saturating_sub(1));
            return Err(Fault::OtherRange { bytes, found });
        }
        match found.bytes.len() {
            length if length < buffer.len() => Err(Fault::Cut { found: length, expected }),
            length if length > buffer.len() => Err(Fault::Long { expected }),
            _ => {
                buffer.copy_from_slice(&found.bytes);
                Ok(())
            }
        }
    }
}

impl RemoteFolder for StoreFolder {
    fn folder(&self, name: &str) -> Arc<dyn RemoteFolder> {
        let (store, network) = (self.store.clone(), self.network.clone());
        Arc::new(StoreFolder { store, path: self.path.clone().join(name), network })
    }

    fn file(&self, name: &str, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
        let bytes = self.get(name, None, bytes_max).and_then(|found| match found.bytes.len() as u64 {
            length if length > bytes_max => Err(Fault::Long { expected: bytes_max }),
            _ => Ok(Some(found.bytes)),
        });
        match bytes {
            Err(Fault::Store(Error::NotFound { .. })) => Ok(None),
            bytes => bytes.map_err(Fault::into_io),
        }
    }

    fn range(
        &self,
        name: &str,
        buffer: &mut [u8],
        offset: u64,
        length_bytes: u64,
        first: &FirstVersion,
    ) -> io::Result<()> {
        self.read(name, buffer, offset, length_bytes, first).map_err(Fault::into_io)
    }
}

/// A thread on which stores work while others wait. So also a thread that belongs to a Tokio
/// runtime may wait.
#[derive(Debug)]
struct Network {
    runtime: Handle,
    /// Ends the thread when dropped.
    _is_used: oneshot::Sender<()>,
}

impl Network {
    fn start() -> io::Result<Network> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (is_used, end) = oneshot::channel();
        let work = move || {
            let _ = runtime.block_on(end);
        };
        thread::Builder::new().name("peatee-network".to_owned()).spawn(work)?;
        Ok(Network { runtime: handle, _is_used: is_used })
    }

    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = object_store::Result<T>> + Send + 'static,
    ) -> Result<T, Fault> {
        let (sender, receiver) = mpsc::sync_channel(1);
        self.runtime.spawn(async move { sender.send(work.await) });
        // Only a task that panicked sends nothing.
        Ok(receiver.recv().map_err(|_| Fault::Panicked)??)
    }
}
