import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '#server/app/open-database.ts'
import { testSite } from './testing.ts'
import { warmUp } from './warm-up.ts'

const lines: { msg?: string; path?: string }[] = []
const sink = new PassThrough().on('data', (line: Buffer) => lines.push(JSON.parse(line.toString())))
const { app, services } = await testSite({}, createLog({ logLevel: 'info' }, sink))
const answered = () => lines.filter(({ msg }) => msg === 'answered').map(({ path }) => path)

test('the pages that a start renders for nobody leave no line in the log, a visit leaves one', async () => {
  await warmUp(app, services, 0)
  expect(answered()).toEqual([])
  expect((await app.inject('/download')).statusCode).toBe(200)
  expect(answered()).toEqual(['/download'])
})
