import { readFile, writeFile } from 'node:fs/promises'
import type { Call, Effect } from '#contract/call.ts'
import { type CallClass, callClass } from '#contract/call-class.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { firstAnswersPath } from '#contract/rules.ts'
import { alertRules, dashboard } from '#server/app/health/alert-rules.ts'
import { healthChecks } from '#server/app/health/health-checks.ts'
import { type Setting, settings } from '#server/core/settings.ts'
import { clientCalls } from './generate-client.ts'
import { hashesFile, migrationHashes } from './migration-hashes.ts'

/** A file that is generated from others. */
interface Generated {
  file: URL
  content: () => string | Promise<string>
}

const root = new URL('../', import.meta.url)

interface Table {
  from: string
  /** Imports and the type of a row. */
  head: string[]
  type: string
  calls: Record<string, { path: string; access: unknown; effect: Effect; multipart?: true | 'stream' }>
  /** The flag of an effect that the pages have to know, if any. */
  flagOf: (effect: Effect) => string | undefined
}

/** Generates the browser's table of calls, which has no schemas and thus keeps zod out of every page. */
function callTable({ from, head, type, calls, flagOf }: Table) {
  const rows = Object.entries(calls).map(([name, { path, access, effect, multipart }]) => {
    const accessText =
      typeof access === 'string' ? `'${access}'` : `[${(access as string[]).map(role => `'${role}'`).join(', ')}]`
    const fields = [`path: '${path}'`, `access: ${accessText}`, flagOf(effect), multipart && 'multipart: true']
    return `  ${name}: { ${fields.filter(Boolean).join(', ')} },`
  })
  return [
    `// Made by scripts/generate.ts from ${from}. Do not edit: npm run generate.`,
    ...head,
    '',
    `export const calls: ${type} = {`,
    ...rows,
    '}',
    '',
  ].join('\n')
}

const portalTable: Table = {
  from: 'contract/index.ts',
  head: [
    "import type { Access } from '#contract/call.ts'",
    "import type { CallName } from '#contract/index.ts'",
    '',
    'export interface CallRoute {',
    '  path: string',
    '  access: Access',
    '  change?: true',
    '  multipart?: true',
    '}',
  ],
  type: 'Record<CallName, CallRoute>',
  calls: contract,
  flagOf: effect => (effect === 'change' ? 'change: true' : undefined),
}

const operationsTable: Table = {
  from: 'contract/operations/index.ts',
  head: [
    "import type { Effect } from '#contract/call.ts'",
    "import type { OperationName } from '#contract/operations/index.ts'",
    "import type { OperatorAccess } from '#contract/operations/operation.ts'",
    '',
    'export interface OperationRoute {',
    '  path: string',
    '  access: OperatorAccess',
    '  /** Undefined for what only reads. */',
    '  effect?: Effect',
    '  multipart?: true',
    '}',
  ],
  type: 'Record<OperationName, OperationRoute>',
  calls: operations,
  flagOf: effect => (effect === 'read' ? undefined : `effect: '${effect}'`),
}

/** Documents every environment variable from the table that reads them. */
function configurationPage() {
  const rows = Object.values<Setting>(settings).map(({ env, about, schema, production, secret }) => {
    const parsed = schema.safeParse(undefined)
    const fallback =
      env === 'DATA_DIR' ? 'data' : parsed.success && typeof parsed.data !== 'object' ? parsed.data : undefined
    const defaultCell = production ? '生产必填' : fallback === undefined || fallback === '' ? '' : `\`${fallback}\``
    return `| \`${env}\` | ${about.replaceAll('|', '\\|')}${secret ? '（保密）' : ''} | ${defaultCell} |`
  })
  return [
    '<!-- Made by scripts/generate.ts from server/core/settings.ts. Do not edit: npm run generate. -->',
    '# 配置',
    '',
    '门户只从环境变量读取配置，启动时一次读完并检查；有误时列出每一处并拒绝启动。',
    '',
    '| 变量 | 含义 | 默认 |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** Tells nginx which calls of the portal it may repeat at another replica, and which take long. */
function classifiedCalls() {
  const calls = Object.values<Call>(contract)
  const row = (name: CallClass) => {
    const paths = calls.filter(call => callClass(call) === name).map(({ path }) => path as string)
    // The path of the first answers makes only reading calls.
    if (name === 'always') paths.push(firstAnswersPath)
    return `    "~^/api(${paths.sort().join('|')})$" ${name};`
  }
  return [
    '# Made by scripts/generate.ts from contract/index.ts. Do not edit: npm run generate. It lies beside portal.conf.',
    'map $uri $portal_call {',
    '    default "";',
    row('always'),
    row('keyed'),
    row('export'),
    '}',
    '',
  ].join('\n')
}

const generated: Generated[] = [
  { file: hashesFile, content: migrationHashes },
  { file: new URL('web/data/calls.generated.ts', root), content: () => callTable(portalTable) },
  { file: new URL('web/operations/calls.generated.ts', root), content: () => callTable(operationsTable) },
  { file: new URL('clients/typescript/calls.generated.ts', root), content: clientCalls },
  { file: new URL('docs/configuration.md', root), content: configurationPage },
  { file: new URL('deploy/nginx/portal-calls.conf', root), content: classifiedCalls },
  { file: new URL('deploy/prometheus/portal-rules.yml', root), content: () => alertRules(healthChecks) },
  { file: new URL('deploy/grafana/portal.json', root), content: () => dashboard(healthChecks) },
]

/** Writes the files that are out of date, or with `check` only finds them. Returns their paths. */
export async function generate({ check = false } = {}): Promise<string[]> {
  const stale: string[] = []
  for (const { file, content } of generated) {
    const expected = await content()
    const present = await readFile(file, 'utf8').catch(() => '')
    if (expected === present) continue
    stale.push(file.pathname.slice(root.pathname.length))
    if (!check) await writeFile(file, expected)
  }
  return stale
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await generate({ check }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
  for (const path of stale) console.log(check ? `out of date: ${path}; run npm run generate` : `generated: ${path}`)
  if (check && stale.length) process.exitCode = 1
}
