import { expect, test } from 'vitest'
import { recordedChanges } from './changes.ts'

test('an audit entry is shown in words, without ids and unchanged values', () => {
  const entry = {
    before: { state: 'trial', name: '甲', employee_id: '1' },
    after: { state: 'frozen', name: '甲', employee_id: '2', reason: '核实', sessions: 0 },
  }
  expect(recordedChanges('company.frozen', JSON.stringify(entry))).toEqual([
    { label: '状态', before: '试用中', after: '已冻结' },
    { label: '原因', after: '核实' },
    { label: '结束的登录', after: '0' },
  ])
})

test('plain text is shown unchanged, and empty text as nothing', () => {
  expect(recordedChanges('approved', '30 天')).toEqual([{ label: '', after: '30 天' }])
  expect(recordedChanges('approved', '30')).toEqual([{ label: '', after: '30' }])
  expect(recordedChanges('approved', '')).toEqual([])
})
