//! `models`: which providers are configured, and which model would be picked.

use crate::error::{Exit, Failure};
use crate::render::stdout;
use crate::settings::{Asked, Listed};

use super::settings;

/// Lists them. What is wrong about an entry stands below, unless it is why nothing would be picked.
///
/// # Errors
/// When a file as a whole cannot be understood: what can be listed without it is listed first.
pub fn list(asked: &Asked) -> anyhow::Result<Exit> {
    let overview = settings().overview(asked);
    let headers = ["PROVIDER", "PROTOCOL", "BASE URL", "KEY", "DEFAULT MODEL", "SOURCE"];
    let mut faults = Vec::new();
    for Listed { provider, fault, .. } in &overview.listed {
        let fault = fault.as_ref().filter(|fault| !overview.picked.ends_with(fault.as_str()));
        faults.extend(fault.map(|fault| format!("{provider} is not usable: {fault}")));
    }
    let rows: Vec<Vec<String>> = overview.listed.into_iter().map(row).collect();
    let mut lines = Vec::new();
    if !rows.is_empty() {
        lines.extend(stdout::table(&headers, &rows));
        lines.push(String::new());
    }
    if !overview.others.is_empty() {
        let lead = if rows.is_empty() { "known, none configured" } else { "also known" };
        lines.push(format!("{lead}: {}", overview.others.join(", ")));
    }
    lines.extend(faults);
    lines.push(overview.picked);
    stdout::print(&lines)?;
    overview.faults.into_iter().next().map_or(Ok(Exit::Answered), |fault| Err(Failure::from(fault).into()))
}

fn row(listed: Listed) -> Vec<String> {
    let Listed { provider, protocol, base_url, key, model, source, fault: _ } = listed;
    [provider, protocol, base_url, key, model, source]
        .into_iter()
        .map(|cell| if cell.is_empty() { "-".to_owned() } else { cell })
        .collect()
}
