import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxCommand } from './command.ts'
import { processesOf } from './processes.ts'
import { SandboxExceeded, sandboxed } from './sandbox.ts'

/** Creates a module with one function from text. */
const moduleOf = (body: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`export default async input => {${body}}`)}`)
/** These processes have the machine's lowest priority: if it is busy, half a second may take a minute. */
const patient = { timeout: 240_000 }
const run = (
  body: string,
  { input = null, owner = 'owner', seconds = 110 }: { input?: unknown; owner?: string; seconds?: number } = {},
) => sandboxed<unknown, unknown>(moduleOf(body), { cpuSeconds: 0.6, seconds, megabytes: 300 })(owner, input)

test('a file is handled in a process that has seen no other', async () => {
  const pids = [await run('return process.pid'), await run('return process.pid')]
  expect(new Set([...pids, process.pid]).size).toBe(3)
  expect(await run('return new Uint8Array([...input].reverse())', { input: new Uint8Array([1, 2]) })).toEqual(
    new Uint8Array([2, 1]),
  )
})

test('a killed parent process is replaced with the next file', async () => {
  const keeper = await run('return process.ppid')
  process.kill(Number(keeper), 'SIGKILL')
  await expect.poll(() => run('return process.ppid').catch(() => keeper)).not.toBe(keeper)
})

test.each([
  ['reads no file beside the program', "(await import('node:fs')).readFileSync('/etc/passwd')"],
  ['writes none', "(await import('node:fs')).writeFileSync('/tmp/x', '')"],
  ['starts no program', "(await import('node:child_process')).spawnSync('true')"],
  [
    'reaches no network',
    "const { connect } = await import('node:net'); await new Promise((_, no) => connect(80, '127.0.0.1').on('error', no))",
  ],
])('the sandbox %s', async (_, body) => {
  await expect(run(body)).rejects.toThrow(/has been restricted|ERR_ACCESS_DENIED/)
})

test('the sandbox has none of the secrets in our environment', async () => {
  process.env.SANDBOX_SECRET = 'secret'
  // The shell adds the working directory.
  const { PWD: _, ...others } = (await run('return { ...process.env }')) as Record<string, string>
  expect(others).toEqual({})
})

test.each([
  ['time', 'for (;;);'],
  ['memory of V8', 'const all = []; for (;;) all.push({})'],
  ['other memory', 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'],
])('a process that uses too much %s is killed', patient, async (_, body) => {
  await expect(run(body)).rejects.toThrow(SandboxExceeded)
})

test('a process that is late without using much is refused as on a busy machine', async () => {
  const idle = 'await new Promise(() => setInterval(() => {}, 1000))'
  await expect(run(idle, { seconds: 2 })).rejects.toMatchObject({ code: 503 })
})

test('an owner’s files are processed one at a time, so that others’ can run meanwhile', patient, async () => {
  const ended: string[] = []
  const endless = ['first', 'second'].map(async name => {
    await expect(run('for (;;);', { owner: 'one' })).rejects.toThrow(SandboxExceeded)
    ended.push(name)
  })
  expect(await run('return 7', { owner: 'another' })).toBe(7)
  ended.push('another')
  await Promise.all(endless)
  expect(ended.at(-1)).toBe('second')
})

test.runIf(process.platform === 'linux')('the operating system kills a sandbox process left unwatched', async () => {
  const child = processesOf(sandboxCommand())()
  onTestFinished(() => void child.kill('SIGKILL'))
  // The shell sets the limit before it executes the program.
  await expect.poll(() => readFile(`/proc/${child.pid}/limits`, 'utf8')).toMatch(/Max cpu time +30 +30 /)
})
