//! Folders in object stores.

use std::io;
use std::sync::{Arc, mpsc};
use std::thread;

use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, GetResult, ObjectStore, parse_url_opts};
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

    fn get(&self, name: &str, range: Option<GetRange>) -> Result<GetResult, Fault> {
        let (store, path) = (self.store.clone(), self.path.clone().join(name));
        let options = GetOptions { range, ..GetOptions::default() };
        self.network.wait(async move { store.get_opts(&path, options).await })
    }

    fn bytes(&self, found: GetResult) -> Result<Vec<u8>, Fault> {
        self.network.wait(async { found.bytes().await.map(Vec::from) })
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
        let found = self.get(name, Some(bytes.clone().into()))?;
        if found.meta.size != length_bytes {
            return Err(Fault::OtherLength { found: found.meta.size.to_string(), expected: length_bytes });
        }
        check_version(first, found.meta.e_tag.as_deref(), Some(found.meta.last_modified.to_rfc3339()))?;
        if found.range != bytes {
            let found = format!("bytes {}-{}", found.range.start, found.range.end - 1);
            return Err(Fault::OtherRange { bytes, found });
        }
        let found = self.bytes(found)?;
        let expected = buffer.len() as u64;
        match found.len() {
            length if length < buffer.len() => Err(Fault::Cut { found: length, expected }),
            length if length > buffer.len() => Err(Fault::Long { expected }),
            _ => {
                buffer.copy_from_slice(&found);
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
        let bytes = self.get(name, None).and_then(|found| match found.meta.size {
            size if size > bytes_max => Err(Fault::Long { expected: bytes_max }),
            _ => self.bytes(found).map(Some),
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
