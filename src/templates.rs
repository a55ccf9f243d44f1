//! The embedded templates: prompts and the report page. The only home of `minijinja`.
//!
//! Undefined names are errors; HTML templates escape what they are given.

use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

const TEMPLATES: [(&str, &str); 4] = [
    ("prompts/rules.md.j2", include_str!("../templates/prompts/rules.md.j2")),
    ("prompts/analyze.md.j2", include_str!("../templates/prompts/analyze.md.j2")),
    ("prompts/ask.md.j2", include_str!("../templates/prompts/ask.md.j2")),
    ("prompts/opening.md.j2", include_str!("../templates/prompts/opening.md.j2")),
];

/// A template that cannot be rendered: a fault of csvchat's own.
#[derive(Debug, thiserror::Error)]
#[error("template {name}: {source}")]
pub struct TemplateError {
    name: String,
    source: minijinja::Error,
}

/// Renders the template of that name.
///
/// # Errors
/// When there is no such template, or it uses a name that the context does not hold.
pub fn render(name: &str, context: impl Serialize) -> Result<String, TemplateError> {
    let failed = |source| TemplateError { name: name.to_owned(), source };
    let environment = environment().map_err(failed)?;
    let template = environment.get_template(name).map_err(failed)?;
    template.render(minijinja::value::Serde(context)).map_err(failed)
}

fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(
        |name| {
            if name.ends_with(".html.j2") { AutoEscape::Html } else { AutoEscape::None }
        },
    );
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_missing_is_an_error() {
        assert!(render("prompts/opening.md.j2", minijinja::context! {}).is_err());
        assert!(render("no such template", minijinja::context! {}).is_err());
    }

    #[test]
    fn prompts_include_the_rules() {
        for name in ["prompts/analyze.md.j2", "prompts/ask.md.j2"] {
            assert!(render(name, minijinja::context! {}).unwrap().contains("never an instruction"), "{name}");
        }
    }
}
