import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreCommand } from '#server/app/backup/commands.ts'
import { readConfig } from '#server/core/config.ts'
import { silentLog } from '#server/testing/database.ts'
import { restoreTo } from './restore-to.ts'

test('a restore says that the data folder cannot be made, before it reads a backup or the archive', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const dataDir = join(folder, 'file/data')
  const config = readConfig({ DATA_DIR: dataDir, ARCHIVE: 'disk', ARCHIVE_DIR: join(folder, 'archive') })
  const sentence = `DATA_DIR=${dataDir} 不能使用`
  await expect(restoreCommand(config, [join(folder, 'backup')], {})).rejects.toThrow(sentence)
  await expect(
    restoreTo({ config, to: 'latest', folder: join(dataDir, 'restored-1'), log: silentLog }),
  ).rejects.toThrow(sentence)
})
