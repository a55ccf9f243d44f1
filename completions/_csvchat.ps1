
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'csvchat' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'csvchat'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'csvchat' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('analyze', 'analyze', [CompletionResultType]::ParameterValue, 'Explore files and write a report')
            [CompletionResult]::new('ask', 'ask', [CompletionResultType]::ParameterValue, 'Answer one question about files')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render a saved run again, without data or model')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Play the model turns of a saved run against real data')
            [CompletionResult]::new('models', 'models', [CompletionResultType]::ParameterValue, 'List the providers that are configured, and the model that would be picked')
            [CompletionResult]::new('cache', 'cache', [CompletionResultType]::ParameterValue, 'List, clear or find the loaded copies of files that are kept')
            break
        }
        'csvchat;analyze' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run')
            [CompletionResult]::new('--base-url', '--base-url', [CompletionResultType]::ParameterName, 'Another address of the model''s server')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'File with notes on the data, a glossary or units, for the model')
            [CompletionResult]::new('--privacy', '--privacy', [CompletionResultType]::ParameterName, 'What of the data may leave this machine [default: rows]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--plots', '--plots', [CompletionResultType]::ParameterName, 'How to show charts in Markdown: as files beside it, inside it, or as their data alone')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'End with exit code 8 where a number of the report could not be traced to a result')
            [CompletionResult]::new('--max-turns', '--max-turns', [CompletionResultType]::ParameterName, 'Requests to the model [default: 25]')
            [CompletionResult]::new('--max-tokens', '--max-tokens', [CompletionResultType]::ParameterName, 'Tokens that the model reads and writes in the whole run [default: 400000]')
            [CompletionResult]::new('--max-cost', '--max-cost', [CompletionResultType]::ParameterName, 'US dollars of the whole run, as an estimate; none unless given')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Time of the whole run, such as 90s or 5m; none unless given')
            [CompletionResult]::new('--query-timeout', '--query-timeout', [CompletionResultType]::ParameterName, 'Time of one query [default: 30s]')
            [CompletionResult]::new('--memory-limit', '--memory-limit', [CompletionResultType]::ParameterName, 'Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Threads for data and queries; all cores unless given')
            [CompletionResult]::new('--max-rows', '--max-rows', [CompletionResultType]::ParameterName, 'Rows kept and shown of a result [default: 2000]')
            [CompletionResult]::new('--delimiter', '--delimiter', [CompletionResultType]::ParameterName, 'Character between fields; `\t` is a tab')
            [CompletionResult]::new('--quote', '--quote', [CompletionResultType]::ParameterName, 'Character around fields; '''' for none')
            [CompletionResult]::new('--escape', '--escape', [CompletionResultType]::ParameterName, 'Character before a quote inside a field; '''' for none')
            [CompletionResult]::new('--skip', '--skip', [CompletionResultType]::ParameterName, 'Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'What stands for a missing value, in every column; repeatable; '''' for nothing but empty fields')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable')
            [CompletionResult]::new('--sheet', '--sheet', [CompletionResultType]::ParameterName, 'Sheet of a workbook, by name or by number from 1; the first one that holds values unless given')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Keep no loaded copy of the files, and use none')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the first request as it would be sent, and send nothing')
            [CompletionResult]::new('--stream', '--stream', [CompletionResultType]::ParameterName, 'Give text as it is written, as events of type text_delta')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'The first line names the columns')
            [CompletionResult]::new('--no-header', '--no-header', [CompletionResultType]::ParameterName, 'The first line is data')
            [CompletionResult]::new('--strict-read', '--strict-read', [CompletionResultType]::ParameterName, 'Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended')
            [CompletionResult]::new('--union', '--union', [CompletionResultType]::ParameterName, 'Read all files into one table, with a column source_file in front')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'csvchat;ask' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run')
            [CompletionResult]::new('--base-url', '--base-url', [CompletionResultType]::ParameterName, 'Another address of the model''s server')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'File with notes on the data, a glossary or units, for the model')
            [CompletionResult]::new('--privacy', '--privacy', [CompletionResultType]::ParameterName, 'What of the data may leave this machine [default: rows]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--plots', '--plots', [CompletionResultType]::ParameterName, 'How to show charts in Markdown: as files beside it, inside it, or as their data alone')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'End with exit code 8 where a number of the report could not be traced to a result')
            [CompletionResult]::new('--max-turns', '--max-turns', [CompletionResultType]::ParameterName, 'Requests to the model [default: 25]')
            [CompletionResult]::new('--max-tokens', '--max-tokens', [CompletionResultType]::ParameterName, 'Tokens that the model reads and writes in the whole run [default: 400000]')
            [CompletionResult]::new('--max-cost', '--max-cost', [CompletionResultType]::ParameterName, 'US dollars of the whole run, as an estimate; none unless given')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Time of the whole run, such as 90s or 5m; none unless given')
            [CompletionResult]::new('--query-timeout', '--query-timeout', [CompletionResultType]::ParameterName, 'Time of one query [default: 30s]')
            [CompletionResult]::new('--memory-limit', '--memory-limit', [CompletionResultType]::ParameterName, 'Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Threads for data and queries; all cores unless given')
            [CompletionResult]::new('--max-rows', '--max-rows', [CompletionResultType]::ParameterName, 'Rows kept and shown of a result [default: 2000]')
            [CompletionResult]::new('--delimiter', '--delimiter', [CompletionResultType]::ParameterName, 'Character between fields; `\t` is a tab')
            [CompletionResult]::new('--quote', '--quote', [CompletionResultType]::ParameterName, 'Character around fields; '''' for none')
            [CompletionResult]::new('--escape', '--escape', [CompletionResultType]::ParameterName, 'Character before a quote inside a field; '''' for none')
            [CompletionResult]::new('--skip', '--skip', [CompletionResultType]::ParameterName, 'Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'What stands for a missing value, in every column; repeatable; '''' for nothing but empty fields')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable')
            [CompletionResult]::new('--sheet', '--sheet', [CompletionResultType]::ParameterName, 'Sheet of a workbook, by name or by number from 1; the first one that holds values unless given')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Keep no loaded copy of the files, and use none')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the first request as it would be sent, and send nothing')
            [CompletionResult]::new('--stream', '--stream', [CompletionResultType]::ParameterName, 'Give text as it is written, as events of type text_delta')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'The first line names the columns')
            [CompletionResult]::new('--no-header', '--no-header', [CompletionResultType]::ParameterName, 'The first line is data')
            [CompletionResult]::new('--strict-read', '--strict-read', [CompletionResultType]::ParameterName, 'Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended')
            [CompletionResult]::new('--union', '--union', [CompletionResultType]::ParameterName, 'Read all files into one table, with a column source_file in front')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'csvchat;render' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--plots', '--plots', [CompletionResultType]::ParameterName, 'How to show charts in Markdown: as files beside it, inside it, or as their data alone')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'csvchat;replay' {
            [CompletionResult]::new('--privacy', '--privacy', [CompletionResultType]::ParameterName, 'What the recorded turns may be told of the data; as in the saved run unless given')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'File with the notes on the data that the saved run was given')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Format of standard output, and of files whose name does not say')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--plots', '--plots', [CompletionResultType]::ParameterName, 'How to show charts in Markdown: as files beside it, inside it, or as their data alone')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'End with exit code 8 where a number of the report could not be traced to a result')
            [CompletionResult]::new('--max-turns', '--max-turns', [CompletionResultType]::ParameterName, 'Requests to the model [default: 25]')
            [CompletionResult]::new('--max-tokens', '--max-tokens', [CompletionResultType]::ParameterName, 'Tokens that the model reads and writes in the whole run [default: 400000]')
            [CompletionResult]::new('--max-cost', '--max-cost', [CompletionResultType]::ParameterName, 'US dollars of the whole run, as an estimate; none unless given')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Time of the whole run, such as 90s or 5m; none unless given')
            [CompletionResult]::new('--query-timeout', '--query-timeout', [CompletionResultType]::ParameterName, 'Time of one query [default: 30s]')
            [CompletionResult]::new('--memory-limit', '--memory-limit', [CompletionResultType]::ParameterName, 'Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Threads for data and queries; all cores unless given')
            [CompletionResult]::new('--max-rows', '--max-rows', [CompletionResultType]::ParameterName, 'Rows kept and shown of a result [default: 2000]')
            [CompletionResult]::new('--delimiter', '--delimiter', [CompletionResultType]::ParameterName, 'Character between fields; `\t` is a tab')
            [CompletionResult]::new('--quote', '--quote', [CompletionResultType]::ParameterName, 'Character around fields; '''' for none')
            [CompletionResult]::new('--escape', '--escape', [CompletionResultType]::ParameterName, 'Character before a quote inside a field; '''' for none')
            [CompletionResult]::new('--skip', '--skip', [CompletionResultType]::ParameterName, 'Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'What stands for a missing value, in every column; repeatable; '''' for nothing but empty fields')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable')
            [CompletionResult]::new('--sheet', '--sheet', [CompletionResultType]::ParameterName, 'Sheet of a workbook, by name or by number from 1; the first one that holds values unless given')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Keep no loaded copy of the files, and use none')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say each step')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'The first line names the columns')
            [CompletionResult]::new('--no-header', '--no-header', [CompletionResultType]::ParameterName, 'The first line is data')
            [CompletionResult]::new('--strict-read', '--strict-read', [CompletionResultType]::ParameterName, 'Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended')
            [CompletionResult]::new('--union', '--union', [CompletionResultType]::ParameterName, 'Read all files into one table, with a column source_file in front')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'csvchat;models' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run')
            [CompletionResult]::new('--base-url', '--base-url', [CompletionResultType]::ParameterName, 'Another address of the model''s server')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'csvchat;cache' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
