import { text } from 'node:stream/consumers'
import type { Keys } from '#server/core/keyring.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import type { ChainEnd } from './chain.sql.ts'
import { isGenuine, openHead, readSignedText, type SignedText, signAgain } from './heads.ts'

type Storage = TaskServices['storage']

const folderOf = (companyId: string) => `chain-head/${companyId}/`

/** Returns the head in a file of the storage; undefined where there is none, or the file can't be read. */
export async function readKept(storage: Storage, key: string): Promise<SignedText | undefined> {
  const file = await storage.get(key)
  return file && readSignedText(await text(file.stream))
}

export async function putKept(storage: Storage, key: string, { signed, signature }: SignedText): Promise<void> {
  const content = Buffer.from(`${JSON.stringify({ signed, signature })}\n`)
  await storage.put(key, content, { contentType: 'application/json', size: content.length })
}

/**
 * Stores the head of a day unless it is there. The signed text itself names the day, and a file is replaced only by a later head:
 * changing the database must not suffice to replace the proof outside of it.
 */
export async function keepHead(storage: Storage, keys: Keys, companyId: string, head: ChainEnd): Promise<void> {
  const opened = isGenuine(keys, companyId, 'day', head) && openHead(keys, companyId, head)
  if (!opened) return
  const key = `${folderOf(companyId)}${dayInChina(opened.at)}.json`
  const kept = await readKept(storage, key)
  const before = kept && openHead(keys, companyId, kept)
  // A head that cannot be opened was signed by a retired key, and is a proof for the holder of that key.
  if (kept && (!before || before.number >= opened.number)) return
  await putKept(storage, key, head)
}

/** Signs the kept heads again with the present key, except those that no key of the ring has signed. */
export async function renewKeptHeads(storage: Storage, keys: Keys, companyId: string): Promise<void> {
  for (const key of await storage.list(folderOf(companyId))) {
    const kept = await readKept(storage, key)
    if (!kept || !openHead(keys, companyId, kept)) continue
    const again = signAgain(keys, kept)
    if (again.signature !== kept.signature) await putKept(storage, key, again)
  }
}
