import { readFile, writeFile } from 'node:fs/promises'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { type Setting, settings } from '#server/settings.ts'

/** A file that is made from others. `check` compares instead of writing. */
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
  calls: Record<string, { path: string; access: unknown; multipart?: true | 'stream' }>
}

/** What the browser needs of a contract at run time: no schema, so no zod in any page's scripts. */
function callTable({ from, head, type, calls }: Table) {
  const rows = Object.entries(calls).map(([name, { path, access, multipart }]) => {
    const who =
      typeof access === 'string' ? `'${access}'` : `[${(access as string[]).map(role => `'${role}'`).join(', ')}]`
    const fields = [`path: '${path}'`, `access: ${who}`, ...(multipart ? ['multipart: true'] : [])]
    return `  ${name}: { ${fields.join(', ')} },`
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
    '  multipart?: true',
    '}',
  ],
  type: 'Record<CallName, CallRoute>',
  calls: contract,
}

const operationsTable: Table = {
  from: 'contract/operations/index.ts',
  head: [
    "import type { OperationName } from '#contract/operations/index.ts'",
    "import type { OperatorAccess } from '#contract/operations/operation.ts'",
    '',
    'export interface OperationRoute {',
    '  path: string',
    '  access: OperatorAccess',
    '  multipart?: true',
    '}',
  ],
  type: 'Record<OperationName, OperationRoute>',
  calls: operations,
}

/** Every environment variable, from the table that reads them. */
function configurationPage() {
  const rows = Object.values<Setting>(settings).map(({ env, about, schema, production, secret }) => {
    const read = schema.safeParse(undefined)
    const fallback = env === 'DATA_DIR' ? 'data' : read.success && typeof read.data !== 'object' ? read.data : undefined
    const needed = production ? '生产必填' : fallback === undefined || fallback === '' ? '' : `\`${fallback}\``
    return `| \`${env}\` | ${about.replaceAll('|', '\\|')}${secret ? '（保密）' : ''} | ${needed} |`
  })
  return [
    '<!-- Made by scripts/generate.ts from server/settings.ts. Do not edit: npm run generate. -->',
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

const generated: Generated[] = [
  { file: new URL('web/calls.generated.ts', root), content: () => callTable(portalTable) },
  { file: new URL('web/operations/calls.generated.ts', root), content: () => callTable(operationsTable) },
  { file: new URL('docs/configuration.md', root), content: configurationPage },
]

/** Writes what differs, or with `check` only names it. Answers the paths that were not up to date. */
export async function generate({ check = false } = {}): Promise<string[]> {
  const stale: string[] = []
  for (const { file, content } of generated) {
    const wanted = await content()
    const present = await readFile(file, 'utf8').catch(() => '')
    if (wanted === present) continue
    stale.push(file.pathname.slice(root.pathname.length))
    if (!check) await writeFile(file, wanted)
  }
  return stale
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await generate({ check })
  for (const path of stale) console.log(check ? `过期：${path}，请运行 npm run generate` : `已生成：${path}`)
  if (check && stale.length) process.exitCode = 1
}
