import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Job {
  url: string
  /** One request after the other on each connection, from the first again at the end. Without a body: GET. */
  bodies?: unknown[]
  headers?: Record<string, string>
  connections: number
  /** Seconds. */
  duration: number
  /** Requests a second over all connections; without it, as fast as answers come. */
  rate?: number
}

export interface Load {
  /** Answered with status 200 and, where it is an envelope, with code 200. */
  answered: number
  failed: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  max: number
}

/** Runs the load generator as a process of its own: in the bench's it would wait for whatever else the bench does. */
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

/** As `load`, but a single wrong answer makes the measurement worthless. */
export async function cleanLoad(job: Job): Promise<Load> {
  const result = await load(job)
  if (result.failed || !result.answered)
    throw new Error(`${job.url}: ${result.failed} of ${result.failed + result.answered} requests failed`)
  return result
}
