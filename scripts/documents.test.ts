import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/*
 * A rename leaves documents behind, and a newcomer who follows one loses an hour. So every link, path, command and name that a
 * document shows must exist. The changelog names what was, and the supplied articles are content of the portal.
 */
const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => existsSync(file))
const documents = all.filter(
  file => file.endsWith('.md') && file !== 'CHANGELOG.md' && !file.startsWith('server/modules/help/supplied/'),
)
const sources = all.filter(
  file =>
    file !== 'scripts/documents.test.ts' &&
    /\.(?:tsx?|mjs|sql|css|sh|ya?ml|json|conf|service|example)$|file$/.test(file),
)
const wordsOf = (files: string[]) =>
  new Set(files.flatMap(file => readFileSync(file, 'utf8').match(/[\p{L}\d_$]+/gu) ?? []))
const words = wordsOf(sources)
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** Every file and folder, by each ending of its path: documents leave out the folders that the reader knows. */
const endings = new Set(
  all.flatMap(file => {
    const parts = file.split('/')
    return parts.flatMap((_, from) =>
      parts.slice(from).map((_, length) => parts.slice(from, from + length + 1).join('/')),
    )
  }),
)
const roots = new Set(all.flatMap(file => file.match(/^[^/]+(?=\/)/) ?? []))

/** Names that documents give to what this repository does not hold: placeholders, and files and names of other programs. */
const elsewhere = new Set(
  'server/database/migrations/NNNN-name.sql NNNN-name.sql x.ts x.calls.ts x.sql.ts uuidString CONTAINER_TAG postgresql.conf pgbackrest.conf people.json'.split(
    ' ',
  ),
)

const isPath = (code: string) =>
  /^[\w@.*-]+(?:\/[\w@.*-]+)*\/?$/.test(code) &&
  (/\.(?:tsx?|sql|css|mjs|sh|md|conf)$/.test(code) || (code.includes('/') && roots.has(code.split('/')[0] ?? '')))
const isThere = (path: string) =>
  path.includes('*')
    ? globSync(`**/${path}`, { exclude: ['node_modules/**'] }).length > 0
    : endings.has(path.replace(/\/$/, ''))

/** Returns what a command names and is missing. A comment behind it, and further commands of its line, are no part of it. */
function missingOf(command: string): string[] {
  const [program, ...rest] =
    command
      .split(/\s+#|&&|[|;`'>]|\.(?=\s|$)/)[0]
      ?.trim()
      .split(/\s+/) ?? []
  if (program === 'node') return rest.slice(0, 1).filter(file => /[./]/.test(file) && !existsSync(file))
  if (rest[0] !== 'run') return []
  const [, name = '', dashes, ...args] = rest
  const script = scripts[name]
  if (script === undefined) return [`npm run ${name}`]
  const folder = /node (bench|faults|fuzz)\//.exec(script)?.[1]
  const known = folder ? wordsOf(sources.filter(file => file.startsWith(`${folder}/`))) : words
  const isFlag = (word: string) => /^--[a-z]/.test(word)
  return (dashes === '--' ? args : []).filter((word, at) => {
    if (isFlag(word))
      return !words.has(word.slice(2)) && !sources.some(file => readFileSync(file, 'utf8').includes(word))
    return at === 0 && /^[a-z]+$/.test(word) && !known.has(word)
  })
}

function missingIn(document: string): string[] {
  const text = readFileSync(document, 'utf8')
    .split('\n')
    // STYLE.md shows how something was called before.
    .filter(line => !/^\s*- bad: /.test(line))
    .join('\n')
  const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  const code = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`+([^`\n]+)`+/g)].map(([, span = '']) => span)
  const commands = text.match(/\b(?:npm run|node (?=\w+\/))[^`\n]*/g) ?? []
  const names = code
    .filter(span => !isPath(span))
    .flatMap(span => span.match(/(?<![\w$-])(?:[a-z]+[A-Z][\w$]*|[A-Z]{2,}(?:_[A-Z\d]+)+)(?![\w$…])/g) ?? [])
  return [
    ...links.filter(target => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(document), target))),
    ...code.flatMap(span => span.split(/\s+/)).filter(part => isPath(part) && !isThere(part)),
    ...commands.flatMap(missingOf),
    ...names.filter(name => !words.has(name)),
  ].filter(name => !elsewhere.has(name) && !/^(?:dist|data|reports)\//.test(name))
}

test.each(documents)('%s names only what exists', document => {
  expect(missingIn(document)).toEqual([])
})
