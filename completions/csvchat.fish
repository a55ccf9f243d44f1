# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_csvchat_global_optspecs
    string join \n h/help V/version
end

function __fish_csvchat_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_csvchat_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_csvchat_using_subcommand
    set -l cmd (__fish_csvchat_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c csvchat -n "__fish_csvchat_needs_command" -s h -l help -d 'Print help'
complete -c csvchat -n "__fish_csvchat_needs_command" -s V -l version -d 'Print version'
complete -c csvchat -n "__fish_csvchat_needs_command" -f -a "analyze" -d 'Explore files and write a report'
complete -c csvchat -n "__fish_csvchat_needs_command" -f -a "ask" -d 'Answer one question about files'
complete -c csvchat -n "__fish_csvchat_needs_command" -f -a "render" -d 'Render a saved run again, without data or model'
complete -c csvchat -n "__fish_csvchat_needs_command" -f -a "replay" -d 'Play the model turns of a saved run against real data'
complete -c csvchat -n "__fish_csvchat_needs_command" -f -a "models" -d 'List the providers that are configured, and the model that would be picked'
complete -c csvchat -n "__fish_csvchat_needs_command" -f -a "cache" -d 'List, clear or find the loaded copies of files that are kept'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s m -l model -d 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l base-url -d 'Another address of the model\'s server' -r -f
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l context -d 'File with notes on the data, a glossary or units, for the model' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l privacy -d 'What of the data may leave this machine [default: rows]' -r -f -a "rows\t'Rows of query results'
stats\t'Statistics over groups of rows'
schema\t'Names and types of columns'"
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s o -l output -d 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s f -l format -d 'Format of standard output, and of files whose name does not say' -r -f -a "md\t'Markdown'
html\t'One page that needs nothing else'
ndjson\t'Events, one JSON object a line'"
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal that shows them'
always\t'On every terminal'
never\t'Nowhere'"
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l plots -d 'How to show charts in Markdown: as files beside it, inside it, or as their data alone' -r -f -a "none\t'Their data alone, in every format'
svg\t'SVG files beside a Markdown file'
png\t'PNG files beside a Markdown file'
inline\t'SVG inside Markdown'"
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l strict -d 'End with exit code 8 where a number of the report could not be traced to a result' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l max-turns -d 'Requests to the model [default: 25]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l max-tokens -d 'Tokens that the model reads and writes in the whole run [default: 400000]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l max-cost -d 'US dollars of the whole run, as an estimate; none unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l timeout -d 'Time of the whole run, such as 90s or 5m; none unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l query-timeout -d 'Time of one query [default: 30s]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l memory-limit -d 'Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l threads -d 'Threads for data and queries; all cores unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l max-rows -d 'Rows kept and shown of a result [default: 2000]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l delimiter -d 'Character between fields; `\\t` is a tab' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l quote -d 'Character around fields; \'\' for none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l escape -d 'Character before a quote inside a field; \'\' for none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l skip -d 'Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l encoding -d 'Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l null -d 'What stands for a missing value, in every column; repeatable; \'\' for nothing but empty fields' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l type -d 'Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l sheet -d 'Sheet of a workbook, by name or by number from 1; the first one that holds values unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l no-cache -d 'Keep no loaded copy of the files, and use none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l dry-run -d 'Print the first request as it would be sent, and send nothing'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l stream -d 'Give text as it is written, as events of type text_delta'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s q -l quiet -d 'Say errors only'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s v -l verbose -d 'Say each step'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l header -d 'The first line names the columns'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l no-header -d 'The first line is data'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l strict-read -d 'Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -l union -d 'Read all files into one table, with a column source_file in front'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c csvchat -n "__fish_csvchat_using_subcommand analyze" -s V -l version -d 'Print version'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s m -l model -d 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l base-url -d 'Another address of the model\'s server' -r -f
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l context -d 'File with notes on the data, a glossary or units, for the model' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l privacy -d 'What of the data may leave this machine [default: rows]' -r -f -a "rows\t'Rows of query results'
stats\t'Statistics over groups of rows'
schema\t'Names and types of columns'"
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s o -l output -d 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s f -l format -d 'Format of standard output, and of files whose name does not say' -r -f -a "md\t'Markdown'
html\t'One page that needs nothing else'
ndjson\t'Events, one JSON object a line'"
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal that shows them'
always\t'On every terminal'
never\t'Nowhere'"
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l plots -d 'How to show charts in Markdown: as files beside it, inside it, or as their data alone' -r -f -a "none\t'Their data alone, in every format'
svg\t'SVG files beside a Markdown file'
png\t'PNG files beside a Markdown file'
inline\t'SVG inside Markdown'"
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l strict -d 'End with exit code 8 where a number of the report could not be traced to a result' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l max-turns -d 'Requests to the model [default: 25]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l max-tokens -d 'Tokens that the model reads and writes in the whole run [default: 400000]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l max-cost -d 'US dollars of the whole run, as an estimate; none unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l timeout -d 'Time of the whole run, such as 90s or 5m; none unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l query-timeout -d 'Time of one query [default: 30s]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l memory-limit -d 'Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l threads -d 'Threads for data and queries; all cores unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l max-rows -d 'Rows kept and shown of a result [default: 2000]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l delimiter -d 'Character between fields; `\\t` is a tab' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l quote -d 'Character around fields; \'\' for none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l escape -d 'Character before a quote inside a field; \'\' for none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l skip -d 'Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l encoding -d 'Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l null -d 'What stands for a missing value, in every column; repeatable; \'\' for nothing but empty fields' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l type -d 'Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l sheet -d 'Sheet of a workbook, by name or by number from 1; the first one that holds values unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l no-cache -d 'Keep no loaded copy of the files, and use none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l dry-run -d 'Print the first request as it would be sent, and send nothing'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l stream -d 'Give text as it is written, as events of type text_delta'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s q -l quiet -d 'Say errors only'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s v -l verbose -d 'Say each step'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l header -d 'The first line names the columns'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l no-header -d 'The first line is data'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l strict-read -d 'Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -l union -d 'Read all files into one table, with a column source_file in front'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c csvchat -n "__fish_csvchat_using_subcommand ask" -s V -l version -d 'Print version'
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -s o -l output -d 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -s f -l format -d 'Format of standard output, and of files whose name does not say' -r -f -a "md\t'Markdown'
html\t'One page that needs nothing else'
ndjson\t'Events, one JSON object a line'"
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal that shows them'
always\t'On every terminal'
never\t'Nowhere'"
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -l plots -d 'How to show charts in Markdown: as files beside it, inside it, or as their data alone' -r -f -a "none\t'Their data alone, in every format'
svg\t'SVG files beside a Markdown file'
png\t'PNG files beside a Markdown file'
inline\t'SVG inside Markdown'"
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -s q -l quiet -d 'Say errors only'
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -s v -l verbose -d 'Say each step'
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c csvchat -n "__fish_csvchat_using_subcommand render" -s V -l version -d 'Print version'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l privacy -d 'What the recorded turns may be told of the data; as in the saved run unless given' -r -f -a "rows\t'Rows of query results'
stats\t'Statistics over groups of rows'
schema\t'Names and types of columns'"
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l context -d 'File with the notes on the data that the saved run was given' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -s o -l output -d 'File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated' -r -F
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -s f -l format -d 'Format of standard output, and of files whose name does not say' -r -f -a "md\t'Markdown'
html\t'One page that needs nothing else'
ndjson\t'Events, one JSON object a line'"
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal that shows them'
always\t'On every terminal'
never\t'Nowhere'"
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l plots -d 'How to show charts in Markdown: as files beside it, inside it, or as their data alone' -r -f -a "none\t'Their data alone, in every format'
svg\t'SVG files beside a Markdown file'
png\t'PNG files beside a Markdown file'
inline\t'SVG inside Markdown'"
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l strict -d 'End with exit code 8 where a number of the report could not be traced to a result' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l max-turns -d 'Requests to the model [default: 25]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l max-tokens -d 'Tokens that the model reads and writes in the whole run [default: 400000]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l max-cost -d 'US dollars of the whole run, as an estimate; none unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l timeout -d 'Time of the whole run, such as 90s or 5m; none unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l query-timeout -d 'Time of one query [default: 30s]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l memory-limit -d 'Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l threads -d 'Threads for data and queries; all cores unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l max-rows -d 'Rows kept and shown of a result [default: 2000]' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l delimiter -d 'Character between fields; `\\t` is a tab' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l quote -d 'Character around fields; \'\' for none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l escape -d 'Character before a quote inside a field; \'\' for none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l skip -d 'Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l encoding -d 'Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l null -d 'What stands for a missing value, in every column; repeatable; \'\' for nothing but empty fields' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l type -d 'Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l sheet -d 'Sheet of a workbook, by name or by number from 1; the first one that holds values unless given' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l no-cache -d 'Keep no loaded copy of the files, and use none' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -s q -l quiet -d 'Say errors only'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -s v -l verbose -d 'Say each step'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l header -d 'The first line names the columns'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l no-header -d 'The first line is data'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l strict-read -d 'Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -l union -d 'Read all files into one table, with a column source_file in front'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c csvchat -n "__fish_csvchat_using_subcommand replay" -s V -l version -d 'Print version'
complete -c csvchat -n "__fish_csvchat_using_subcommand models" -s m -l model -d 'Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of csvchat.toml, builtin, or replay/PATH for the turns of a saved run' -r
complete -c csvchat -n "__fish_csvchat_using_subcommand models" -l base-url -d 'Another address of the model\'s server' -r -f
complete -c csvchat -n "__fish_csvchat_using_subcommand models" -s h -l help -d 'Print help'
complete -c csvchat -n "__fish_csvchat_using_subcommand models" -s V -l version -d 'Print version'
complete -c csvchat -n "__fish_csvchat_using_subcommand cache" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c csvchat -n "__fish_csvchat_using_subcommand cache" -s V -l version -d 'Print version'
