import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// Guard: EACCES in nearest. A backup into a folder of root's ended in a stack instead of a sentence.
test.runIf(process.getuid?.() === 0)('a place in a folder that this user may not search is forbidden', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-forbidden-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = `import { whyUnwritable } from ${JSON.stringify(join(import.meta.dirname, 'writable-folder.ts'))}
    console.log(JSON.stringify(await whyUnwritable(${JSON.stringify(join(folder, 'new/one'))})))`
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    ...{ uid: 54_321, gid: 54_321 },
  })
  expect(JSON.parse(answer)).toEqual({ path: folder, trouble: 'forbidden' })
})
