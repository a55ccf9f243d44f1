//! Reading what a model wrote as a tool's input, and the schema that tells it what to write.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::ReplaceBoolSchemas;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The JSON schema of an input type, without references, as models read it best. What may be anything is the empty
/// schema, not `true`: llama.cpp refuses every request whose tools say that an item is `true`.
pub fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut anything = ReplaceBoolSchemas::default();
    anything.skip_additional_properties = true;
    let settings = settings.with_transform(anything);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    schema
}

/// Reads an input. Models also write the object as text, or nothing at all for an empty one.
///
/// # Errors
/// A sentence that says what is wrong, for the model to mend.
pub fn parse<T: DeserializeOwned>(tool: &str, input: &Value) -> Result<T, String> {
    let wrong = |error: serde_json::Error| format!("the input of {tool} is not right: {error}");
    match input {
        Value::Null => T::deserialize(Value::Object(serde_json::Map::new())).map_err(wrong),
        Value::String(text) if text.trim().is_empty() => {
            T::deserialize(Value::Object(serde_json::Map::new())).map_err(wrong)
        }
        Value::String(text) => {
            serde_json::from_str(text).map_err(|error| format!("the input of {tool} must be a JSON object: {error}"))
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => T::deserialize(input).map_err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Default, Deserialize, JsonSchema, PartialEq)]
    #[serde(deny_unknown_fields, default)]
    struct Sample {
        word: String,
    }

    #[test]
    fn what_may_be_anything_is_the_empty_schema() {
        #[derive(JsonSchema)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "only its schema is wanted")]
        struct Cells {
            rows: Vec<Vec<Value>>,
        }
        let schema = schema::<Cells>();
        assert_eq!(schema.pointer("/properties/rows/items/items"), Some(&json!({})));
        assert_eq!(schema["additionalProperties"], false);
    }

    #[test]
    fn objects_texts_and_nothing_are_read() {
        let expected = Sample { word: "a".to_owned() };
        assert_eq!(parse::<Sample>("t", &json!({"word": "a"})), Ok(expected));
        assert_eq!(parse::<Sample>("t", &json!("{\"word\": \"a\"}")), Ok(Sample { word: "a".to_owned() }));
        for nothing in [json!(null), json!(""), json!({})] {
            assert_eq!(parse::<Sample>("t", &nothing), Ok(Sample::default()));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(parse::<Sample>("t", &json!({"werd": "a"})).unwrap_err().contains("werd"));
        assert!(parse::<Sample>("t", &json!("{oops")).unwrap_err().contains("JSON object"));
        assert!(parse::<Sample>("t", &json!([1, 2])).is_err());
    }
}
