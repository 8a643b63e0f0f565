import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder as anyFolder } from '#server/testing/backups.ts'
import { manifestFile, manifestSum } from './manifest.ts'
import { verifyBackup } from './verify.ts'

async function newFolder() {
  const folder = await anyFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const verify = (folder: string) => verifyBackup(folder, async () => {})

// Guard: `unreadable`. A backup of another user was called incomplete, as one is that was interrupted and may go.
test.each([manifestFile, manifestSum])('a backup whose %s cannot be read is not called incomplete', async file => {
  const folder = await newFolder()
  // A folder in its place can't be read by anybody, as a file can't by another user.
  for (const each of [manifestFile, manifestSum])
    await (each === file ? mkdir(join(folder, each)) : writeFile(join(folder, each), ''))
  await expect(verify(folder)).rejects.toThrow(`读不到 ${join(folder, file)}（EISDIR）：请以能读取备份的用户执行`)
})

test('a folder that is none, and one without a manifest, are no complete backup', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'file'), '')
  for (const none of [folder, join(folder, 'none'), join(folder, 'file')])
    await expect(verify(none)).rejects.toThrow(`${none} 不是一份完整的备份`)
})
