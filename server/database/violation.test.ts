import { expect, test } from 'vitest'
import { Refusal } from '#server/core/refusal.ts'
import { testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { refuseViolation } from './violation.ts'

const { system, url } = await testDatabase()
await runStatement(url, 'create table sample (id int constraint taken primary key)')
const add = (id: number) => system.change`insert into sample values (${id})`

test('a violated constraint becomes its refusal; without one, and for any other error, what was thrown stays', async () => {
  await add(1)
  const refused = refuseViolation(constraint => (constraint === 'taken' ? new Refusal(-46002) : undefined))
  await expect(add(1).catch(refused)).rejects.toMatchObject({ code: -46002 })
  await expect(add(1).catch(refuseViolation(() => undefined))).rejects.toMatchObject({ constraint: 'taken' })
  await expect(system.change`select from nowhere`.catch(refuseViolation(() => new Refusal(-46002)))).rejects.toThrow(
    'nowhere',
  )
})
