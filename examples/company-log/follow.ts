import { appendFile, readFile, writeFile } from 'node:fs/promises'

export interface FollowOptions {
  /** The portal's address, as in https://portal.example.com. */
  url: string
  /** A token that may read the activity. */
  token: string
  /** The file that lines are appended to; the number of the last one is stored beside it. */
  file: string
}

/**
 * Adds to a file what has happened since the last time, and returns how many lines. The number is written after the lines: a program
 * that ends in between writes some of them again, and misses none.
 */
export async function followLog({ url, token, file }: FollowOptions): Promise<number> {
  let after = await readFile(`${file}.after`, 'utf8').catch(() => '0')
  for (let written = 0; ; ) {
    const response = await fetch(`${url}/log/activity.ndjson?after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const lines = await response.text()
    if (lines === '') return written
    await appendFile(file, lines)
    after = response.headers.get('x-next-after') ?? after
    await writeFile(`${file}.after`, after)
    written += lines.split('\n').length - 1
  }
}
