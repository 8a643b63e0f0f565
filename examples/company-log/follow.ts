import { appendFile, open, readFile, rename, writeFile } from 'node:fs/promises'

export interface FollowOptions {
  /** The portal's address, as in https://portal.example.com. */
  url: string
  /** A token that may read the activity. */
  token: string
  /** The file that lines are appended to; the number of the last one is stored beside it. */
  file: string
}

/**
 * Appends to a file the entries since the last time, and returns how many. The number is written after the lines: a program that
 * ends in between writes some of them again, and misses none.
 */
export async function followLog({ url, token, file }: FollowOptions): Promise<number> {
  // Without the number everything is fetched again; an unreadable number must not have that effect.
  let after = (await unlessMissing(readFile(`${file}.after`, 'utf8'))) ?? '0'
  // Without a line end, what a crash has left would spoil the first line that follows.
  if (await endsWithinLine(file)) await appendFile(file, '\n')
  for (let written = 0; ; ) {
    const response = await fetch(`${url}/log/activity.ndjson?after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const lines = await response.text()
    if (lines === '') return written
    // A proxy has answered, whose answer would be requested and written again endlessly.
    const next = response.headers.get('x-next-after')
    if (next === null || !(Number(next) > Number(after))) throw new Error('应答不是门户的')
    await appendFile(file, lines)
    after = next
    // A crash leaves either the former number or this one.
    await writeFile(`${file}.after.new`, after)
    await rename(`${file}.after.new`, `${file}.after`)
    written += lines.split('\n').length - 1
  }
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function endsWithinLine(file: string): Promise<boolean> {
  const handle = await unlessMissing(open(file))
  if (!handle) return false
  try {
    const { size } = await handle.stat()
    if (size === 0) return false
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer.toString() !== '\n'
  } finally {
    await handle.close()
  }
}
