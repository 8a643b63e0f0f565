import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const longest = 350
const unfinished = /\b(?:TODO|FIXME|XXX)\b|敬请期待|即将上线|[Cc]oming soon|\.(?:skip|only)\(/

// New files count as well, so that a file is checked before it is committed. A deleted file is listed until the deletion is committed.
const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => existsSync(file))
const files = all.filter(file => /\.(?:tsx?|css|sql|sh)$/.test(file) && file !== 'scripts/check-files.ts')

const comment = /^\s*(?:\/\/|\/?\*|\{\/\*|--)(.*)/
const fileName = /(?<![\w.@*{/-])[\w@-][\w./@-]*\.(?:tsx?|sql|css|mjs|sh)\b(?![\w.])/g
const known = new Set(all.flatMap(file => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))

/** Returns the files that a comment names and that are gone: a rename leaves comments behind. */
const goneFiles = (line: string): string[] =>
  (comment.exec(line)?.[1]?.match(fileName) ?? []).filter(name => !known.has(name))

const problems = files.flatMap(file => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const long =
    lines.length > longest && !file.includes('.generated.')
      ? [`${file}: ${lines.length} lines, of at most ${longest}; move a part of it to another file`]
      : []
  return [
    ...long,
    ...lines.flatMap((line, index) =>
      [
        ...(unfinished.test(line) ? [`unfinished: ${line.trim()}`] : []),
        ...goneFiles(line).map(name => `the comment names ${name}, which does not exist`),
      ].map(problem => `${file}:${index + 1}: ${problem}`),
    ),
  ]
})
// An npm that an older Node runs resolves a range to a version whose engines fit that Node.
const manifest: Record<string, unknown> = JSON.parse(readFileSync('package.json', 'utf8'))
const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(kind =>
  Object.entries(manifest[kind] ?? {}),
)
problems.push(
  ...versions
    .filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
    .map(([name, version]) => `package.json: ${name} needs an exact version instead of ${version}`),
)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length ? 1 : 0
