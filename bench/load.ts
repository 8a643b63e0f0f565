import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Job {
  url: string
  /** Each connection sends these bodies in a loop; without bodies it sends GET. */
  bodies?: unknown[]
  headers?: Record<string, string>
  connections: number
  /** Seconds. */
  duration: number
  /** Requests per second over all connections; without it, each follows the previous answer immediately. */
  rate?: number
}

export interface Load {
  /** Requests answered with status 200 and, where the answer is an envelope, with code 200. */
  answered: number
  failed: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  max: number
}

/** Runs the load generator in a separate process, because the bench's other work would delay it. */
export async function load(job: Job): Promise<Load> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(job))
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  const result = JSON.parse(text) as Load
  return result
}

/** Like `load`, but throws on a single wrong answer, which would make the measurement worthless. */
export async function cleanLoad(job: Job): Promise<Load> {
  const result = await load(job)
  if (result.failed || !result.answered)
    throw new Error(`${job.url}: ${result.failed} of ${result.failed + result.answered} requests failed`)
  return result
}
