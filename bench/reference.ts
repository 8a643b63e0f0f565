import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The reference server's settings; see reference-server.ts. */
export interface ReferenceSettings {
  staticRoot: string
  databaseUrl: string
  session: string
  profile: string
  list: string
  row: string
  orders: { text: string; values: unknown[] }
}

/** Runs the bare server that the portal is compared with, in a separate process like the portal. */
export async function withReference<Result>(
  settings: ReferenceSettings,
  work: (reference: { url: string; pid: number }) => Promise<Result>,
): Promise<Result> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reference-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  try {
    child.stdin.write(`${JSON.stringify(settings)}\n`)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { url } = JSON.parse(line.toString()) as { url: string }
    return await work({ url, pid: child.pid ?? 0 })
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}
