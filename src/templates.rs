//! The templates, embedded in the program: the only home of minijinja.
//!
//! Uses `limits`. Holds how charts look too ([`look`]). Undefined names are errors. Templates named `*.html` escape all that they are given but
//! [`Markup`], through the one function that escapes for HTML; the others escape nothing. Never reads a file.

mod html;
pub mod look;
pub mod scripts;

pub use html::{Markup, escape_html};

use std::path::Path;
use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior};
use serde::Serialize;

/// Each template: its name and its text.
const TEMPLATES: &[(&str, &str)] = &[
    ("prompts/analyze.md", include_str!("../templates/prompts/analyze.md")),
    ("prompts/ask.md", include_str!("../templates/prompts/ask.md")),
    ("prompts/charts.md", include_str!("../templates/prompts/charts.md")),
    ("prompts/opening.md", include_str!("../templates/prompts/opening.md")),
    ("prompts/rules.md", include_str!("../templates/prompts/rules.md")),
    ("prompts/schema.md", include_str!("../templates/prompts/schema.md")),
    ("prompts/stats.md", include_str!("../templates/prompts/stats.md")),
    ("report/page.html", include_str!("../templates/report/page.html")),
    ("report/parts.html", include_str!("../templates/report/parts.html")),
];

static ENVIRONMENT: LazyLock<Result<Environment<'static>, Error>> = LazyLock::new(environment);

/// Why a template could not be rendered: always a fault of csvchat's own.
#[derive(Debug, thiserror::Error)]
#[error("template {name}: {reason}")]
pub struct TemplateError {
    /// Of the template.
    pub name: String,
    /// With the line of the template, where there is one.
    pub reason: String,
}

/// Renders a template.
///
/// # Errors
/// When there is no such template, or it names something that the context lacks.
pub fn render(name: &str, context: impl Serialize) -> Result<String, TemplateError> {
    let fault = |error: &Error| TemplateError { name: name.to_owned(), reason: format!("{error:#}") };
    let environment = ENVIRONMENT.as_ref().map_err(fault)?;
    let template = environment.get_template(name).map_err(|error| fault(&error))?;
    template.render(Serde(context)).map_err(|error| fault(&error))
}

fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_auto_escape_callback(|name| {
        let is_html = Path::new(name).extension().is_some_and(|extension| extension == "html");
        if is_html { AutoEscape::Html } else { AutoEscape::None }
    });
    environment.set_formatter(html::format);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Context {
        text: &'static str,
        markup: Markup,
        number: u32,
    }

    #[test]
    fn every_template_compiles() {
        let environment = environment().unwrap();
        assert_eq!(environment.templates().count(), TEMPLATES.len());
    }

    #[test]
    fn what_is_missing_is_an_error() {
        let error = render("report/page.html", std::collections::BTreeMap::<&str, &str>::new()).unwrap_err();
        assert!(error.to_string().contains("undefined"), "{error}");
        assert!(render("no such template", ()).is_err());
    }

    #[test]
    fn html_is_escaped_unless_it_is_markup() {
        let mut environment = environment().unwrap();
        environment.add_template("x.html", "{{ text }}{{ markup }}{{ number }}").unwrap();
        let context = Context { text: "<b>{{ 1 }}\u{202e}", markup: Markup::trusted("<i>".to_owned()), number: 7 };
        let html = environment.get_template("x.html").unwrap().render(Serde(context)).unwrap();
        assert_eq!(html, "&lt;b&gt;{{ 1 }}\\u{202e}<i>7");
    }

    #[test]
    fn plain_templates_escape_nothing() {
        let mut environment = environment().unwrap();
        environment.add_template("x.txt", "{{ text }}").unwrap();
        assert_eq!(
            environment.get_template("x.txt").unwrap().render(minijinja::context! { text => "<b>" }).unwrap(),
            "<b>"
        );
    }
}
