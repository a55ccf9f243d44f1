//! DuckDB's messages as the model should read them: with the names that are nearest to one that was not found, and
//! without what only the engine's own authors can use.
//!
//! Uses the names of the data's tables. Never changes what the message says.

/// The names of the data.
pub(super) trait Names {
    /// Tables and views.
    fn tables(&self) -> &[String];
    /// Columns of all of them.
    fn columns(&self) -> Vec<String>;
}

/// Names offered in place of one that was not found.
const NEAREST: usize = 5;

/// Bytes of a message.
const MESSAGE_BYTES: usize = 2_000;

/// The message of a statement that failed.
pub(super) fn message(raw: &str, names: &impl Names, folder: &str) -> String {
    let mut text = without_trace(raw).to_owned();
    if !folder.is_empty() {
        text = text.replace(folder, "");
    }
    if let Some(nearest) = nearest(&text, names) {
        text.push('\n');
        text.push_str(&nearest);
    }
    crate::data::cell::cut(text, MESSAGE_BYTES)
}

/// The message without the engine's stack trace.
fn without_trace(raw: &str) -> &str {
    raw.split("\nStack Trace:").next().unwrap_or(raw).trim_end()
}

fn nearest(message: &str, names: &impl Names) -> Option<String> {
    let wanted = wanted(message)?;
    let lower = wanted.to_lowercase();
    let short = lower.rsplit('.').next().unwrap_or(&lower);
    let is_table = message.contains("Table with name");
    let mut names = if is_table { names.tables().to_vec() } else { names.columns() };
    names.sort_unstable();
    names.dedup();
    let distance = |name: &str| {
        let name = name.to_lowercase();
        let contained = name.contains(short) || short.contains(name.as_str());
        (!contained, strsim::damerau_levenshtein(&name, short))
    };
    names.sort_by_cached_key(|name| distance(name));
    names.truncate(NEAREST);
    let kind = if is_table { "tables" } else { "columns" };
    (!names.is_empty()).then(|| format!("Nearest {kind} of the data: {}", names.join(", ")))
}

/// The name that the message says was not found.
fn wanted(message: &str) -> Option<&str> {
    ["Referenced column \"", "Table with name ", "does not have a column named \"", "Column \"", "column \""]
        .iter()
        .filter(|_| {
            message.contains("not found") || message.contains("does not exist") || message.contains("does not have")
        })
        .find_map(|before| {
            let rest = message.split_once(before)?.1;
            let end = if before.ends_with('"') { '"' } else { ' ' };
            rest.split(end).next().filter(|name| !name.is_empty())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sales(Vec<String>);

    impl Names for Sales {
        fn tables(&self) -> &[String] {
            &self.0
        }

        fn columns(&self) -> Vec<String> {
            ["amount", "day", "order_date"].map(str::to_owned).to_vec()
        }
    }

    fn names() -> Sales {
        Sales(vec!["data".to_owned()])
    }

    #[test]
    fn the_nearest_names_follow_a_message() {
        let raw = "Binder Error: Referenced column \"amuont\" not found in FROM clause!\nStack Trace:\n0x1234";
        let text = message(raw, &names(), "");
        assert!(text.ends_with("Nearest columns of the data: amount, day, order_date"), "{text}");
        assert!(!text.contains("0x1234"));
        let raw = "Catalog Error: Table with name dat does not exist!";
        assert!(message(raw, &names(), "").ends_with("Nearest tables of the data: data"));
    }

    #[test]
    fn paths_of_the_scratch_folder_are_taken_out() {
        assert_eq!(
            message("IO Error: \"/tmp/x/data.db\" is gone", &names(), "/tmp/x/"),
            "IO Error: \"data.db\" is gone"
        );
    }
}
