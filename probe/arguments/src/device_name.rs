//! Names that Windows keeps for devices in every folder, with any ending.

use std::path::{Component, Path, PathBuf};

/// A path that leads to a device on Windows.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("Windows keeps the name `{name}` for a device, in every folder and with any ending; choose another name")]
pub struct DeviceName {
    name: String,
}

/// Returns the path of a file or folder. On Windows refuses names of devices, with which a program
/// could wait for ever or lose what it writes.
///
/// # Errors
/// A part of the path is the name of a device.
pub fn without_device(path: PathBuf) -> Result<PathBuf, DeviceName> {
    match device_name(&path) {
        Some(name) if cfg!(windows) => Err(name),
        _ => Ok(path),
    }
}

fn device_name(path: &Path) -> Option<DeviceName> {
    // The address of a web server.
    if path.to_str().is_some_and(|text| text.contains("://")) {
        return None;
    }
    path.components().find_map(|part| match part {
        Component::Normal(name) => {
            let name = name.to_str().filter(|name| is_device(name))?;
            Some(DeviceName { name: name.to_owned() })
        }
        _ => None,
    })
}

fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end().to_ascii_uppercase();
    match stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT")) {
        Some(number) => {
            let mut number = number.chars();
            matches!((number.next(), number.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
        }
        None => ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_found_in_any_folder_with_any_ending_and_nothing_else() {
        for path in ["CON", "nul", "out/aux.txt", "Prn .tar.gz", "com1/english", "LPT².wdl", "conin$", "./NUL:"] {
            assert!(device_name(Path::new(path)).is_some(), "{path}");
        }
        for path in ["", "tables", "CONE", "aux1", "my.aux", "COM", "com10", "COMx", "KvK.wdl", "https://con.example/"]
        {
            assert_eq!(device_name(Path::new(path)), None, "{path}");
        }
    }
}
