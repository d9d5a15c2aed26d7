//! Scripts of the web page, each joined with the modules that it imports.
//!
//! A browser sees the imports of a module only after it has fetched the module. A joined script
//! needs one request instead of several requests one after the other.

use std::fmt::Write as _;

use super::page_files::PageFiles;

/// Scripts that an HTML document or a web worker loads.
const ENTRIES: [&str; 3] = ["app/main.js", "app/endings.js", "app/worker.js"];
/// Folder of these scripts. Only modules in this folder use dynamic imports or `import.meta.url`.
const FOLDER: &str = "app/";
/// Beginning of a dynamic import, up to the name of the file.
const LATER_IMPORT: &str = "import(\"./";

/// Returns the script at `name`, joined with the modules that it imports. Returns `None` unless an
/// HTML document or a web worker loads this script.
///
/// # Panics
/// If the page lacks an imported module, if modules import each other in a circle, or if an import
/// does not have one of the forms `import NAMES from "FILE";` and `import "FILE";`.
pub fn joined_script(name: &str) -> Option<String> {
    ENTRIES.contains(&name).then(|| {
        let mut script = JoinedScript::default();
        let entry = script.module(name);
        script.text += &entry.statements;
        script.with_joined_later_imports()
    })
}

/// A joined script to which modules are being added.
#[derive(Default)]
struct JoinedScript {
    /// Text of the joined modules. Each module is a function that is called at once and returns an
    /// object with the exported names.
    text: String,
    /// Paths of the modules in `text`.
    joined: Vec<String>,
    /// Paths of the modules that are being added. Each of them imports the next, so a path that is
    /// already in the list shows a circle of imports.
    open: Vec<String>,
}

struct Module {
    /// Source of the module without the word `export`. Instead of imports, it has statements that
    /// read the imported names from the objects of their modules.
    statements: String,
    exported: Vec<String>,
}

impl JoinedScript {
    /// Returns the text of the script. A dynamic import of a joined module is replaced by the
    /// object of this module, because a second copy of the module would define its classes again.
    fn with_joined_later_imports(&self) -> String {
        let mut parts = self.text.split(LATER_IMPORT);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (file, rest) = part.split_once("\")").expect("an import names a file");
            let path = format!("{FOLDER}{file}");
            text += &match self.joined.contains(&path) {
                true => format!("Promise.resolve({}){rest}", object_name(&path)),
                false => format!("{LATER_IMPORT}{part}"),
            };
        }
        text
    }

    /// Adds all modules that the module at `path` imports to the script, and returns the module
    /// itself, which is not added.
    fn module(&mut self, path: &str) -> Module {
        assert!(!self.open.iter().any(|open| open == path), "{path} imports itself, through {:?}", self.open);
        self.open.push(path.to_owned());
        let file = PageFiles::get(path).unwrap_or_else(|| panic!("the page lacks the module {path}"));
        let source = String::from_utf8(file.data.into_owned()).expect("modules are UTF-8");
        let mut module = Module { statements: String::new(), exported: Vec::new() };
        let mut rest = source.as_str();
        while !rest.is_empty() {
            if rest.starts_with("import ") {
                let (import, after) = rest.split_once(";\n").expect("an import ends with a semicolon");
                module.statements += &self.import(path, import);
                rest = after;
                continue;
            }
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let exported = line.strip_prefix("export ");
            module.exported.extend(exported.map(defined_name));
            let _ = writeln!(module.statements, "{}", exported.unwrap_or(line));
            rest = after;
        }
        self.open.pop();
        module
    }

    /// Adds an imported module to the script, and returns the statement that replaces the import.
    fn import(&mut self, path: &str, import: &str) -> String {
        let (names, quoted) = import["import ".len()..].split_once('"').expect("an import names a file");
        let imported = relative_to(path, quoted.trim_end_matches('"'));
        if !self.joined.contains(&imported) {
            let Module { statements, exported } = self.module(&imported);
            let (object, exported) = (object_name(&imported), exported.join(", "));
            let _ = writeln!(self.text, "const {object} = (() => {{\n{statements}return {{ {exported} }};\n}})();");
            self.joined.push(imported.clone());
        }
        match names.trim().trim_end_matches("from").trim() {
            "" => String::new(),
            names => {
                let pattern = names.strip_prefix("* as ").map_or(names.replace(" as ", ": "), str::to_owned);
                format!("const {pattern} = {};\n", object_name(&imported))
            }
        }
    }
}

/// Returns the name that a statement defines, such as `parts` for `function* parts(text) {`.
fn defined_name(statement: &str) -> String {
    let mut words = statement.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let is_name = |word: &&str| !["", "async", "class", "const", "function"].contains(word);
    words.find(is_name).expect("an export defines a name").to_owned()
}

/// Returns the name of the object with the exported names of the module at `path`, such as
/// `$app_html_js`.
fn object_name(path: &str) -> String {
    format!("${}", path.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"))
}

/// Returns the path of the file that the module at `path` imports as `name`, such as `./html.js` or
/// `../board/setup.js`.
fn relative_to(path: &str, name: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_has_all_its_modules_and_no_import() {
        for entry in ENTRIES {
            let script = joined_script(entry).expect("a script");
            assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")), "{entry}");
        }
        let main = joined_script("app/main.js").expect("a script");
        let modules: Vec<&str> =
            main.lines().filter_map(|line| line.strip_prefix("const $")?.strip_suffix(" = (() => {")).collect();
        assert!(modules.len() > 40, "{modules:?}");
        assert_eq!(modules.iter().filter(|&&module| module == "app_html_js").count(), 1);
        assert!(main.contains("const { isChess } = $board_chess_js;"));
        assert!(main.contains("const server = $app_server_js;"));
        assert!(main.contains("const { line: askLine } = $app_server_js;"));
        assert!(main.contains("await Promise.resolve($app_in_worker_js)"));
        assert_eq!(joined_script("app/html.js"), None);
    }

    #[test]
    fn only_modules_beside_the_scripts_ask_for_their_address() {
        for path in PageFiles::iter().filter(|path| path.ends_with(".js") && !path.starts_with(FOLDER)) {
            let source = PageFiles::get(&path).expect("it was listed").data;
            let source = String::from_utf8_lossy(&source);
            assert!(!source.contains("import.meta") && !source.contains("import("), "{path}");
        }
    }

    #[test]
    fn names_and_paths_are_read() {
        assert_eq!(defined_name("async function* adjudicateText(text, request) {"), "adjudicateText");
        assert_eq!(defined_name("const API = 1;"), "API");
        assert_eq!(relative_to("app/main.js", "../board/board.js"), "board/board.js");
        assert_eq!(relative_to("app/main.js", "./html.js"), "app/html.js");
    }
}
