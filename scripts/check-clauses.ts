import { existsSync, readFileSync } from 'node:fs'

interface Clause {
  line: number
  name: string
  file: string
  title: string
}

const cell = (text: string | undefined) => (text ?? '').replaceAll('\\|', '|').trim()

/** Reads the rows `| clause | file | title |` of the tables; incomplete rows get empty cells. */
export function readClauses(markdown: string): Clause[] {
  return markdown.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || /^\|\s*(-|条款)/.test(text)) return []
    const [, name, file, title] = text.split(/(?<!\\)\|/)
    return [{ line: index + 1, name: cell(name), file: cell(file).replaceAll('`', ''), title: cell(title) }]
  })
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Reports whether a test of the file has this title. Titles with an apostrophe may be written with a backslash. */
const hasTest = (source: string, title: string) =>
  new RegExp(`(['"\`])${escaped(title).replaceAll("'", "\\\\?'")}\\1\\s*,`).test(source)

/** Returns the faults of the table: a row without a test, a test that does not exist, a clause that occurs twice. */
export function clauseProblems(markdown: string, read: (file: string) => string | undefined): string[] {
  const clauses = readClauses(markdown)
  const names = new Set<string>()
  const problems = clauses.flatMap(({ line, name, file, title }) => {
    const at = `docs/clauses.md:${line}`
    if (!name || !file || !title) return [`${at}: a clause without a test`]
    if (names.has(name)) return [`${at}: ${name} stands twice`]
    names.add(name)
    const source = read(file)
    if (source === undefined) return [`${at}: no file ${file}`]
    return hasTest(source, title) ? [] : [`${at}: ${file} has no test “${title}”`]
  })
  return clauses.length ? problems : ['docs/clauses.md: no clauses']
}

if (import.meta.main) {
  const markdown = readFileSync('docs/clauses.md', 'utf8')
  const problems = clauseProblems(markdown, file => (existsSync(file) ? readFileSync(file, 'utf8') : undefined))
  for (const problem of problems) console.error(problem)
  console.log(`${readClauses(markdown).length} clauses, ${problems.length} problems`)
  process.exitCode = problems.length ? 1 : 0
}
