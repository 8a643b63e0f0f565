import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { contract } from './index.ts'

const calls = Object.entries(contract as Record<string, Call>)

/** The managers' changes that leave no entry in the company's activity log, and why. */
const silent: Record<string, string> = {
  getCompanyAdminCaptcha: 'It sends a code to whoever calls, and changes nothing of the company.',
  addListView: 'It is how somebody looks at a list, and changes nothing of the company.',
  removeListView: 'It is how somebody looks at a list, and changes nothing of the company.',
  previewEmployeeImport: 'It keeps rows to look at; the import that is started by them is an entry.',
  previewShopImport: 'It keeps rows to look at; the import that is made of them is an entry.',
  beginSignInTest: 'It only leads to the provider; what comes back is noted beside the settings.',
  tryLogStream: 'It sends a line that says of itself that nothing happened, and changes nothing.',
  getPayment: 'It asks the gateway; what the portal learns there is recorded as the portal finding it.',
}

test("a manager's change declares its entry in the company's activity, or is listed as silent", () => {
  const changes = calls.filter(([, { effect, access }]) => effect === 'change' && access === 'manager')
  const undeclared = changes.flatMap(([name, { activity }]) => (activity ? [] : [name]))
  expect(undeclared.sort()).toEqual(Object.keys(silent).sort())
})

test('only changes declare an activity', () => {
  expect(calls.flatMap(([name, { effect, activity }]) => (activity && effect !== 'change' ? [name] : []))).toEqual([])
})

test('exactly the calls that can be undone return the id of their activity', () => {
  const answering = calls.filter(
    ([name, { output }]) => 'shape' in output && hasId(output.shape) && name !== 'undoActivity',
  )
  expect(answering.map(([name]) => name).sort()).toEqual(
    calls.flatMap(([name, { undo }]) => (undo ? [name] : [])).sort(),
  )
})

const hasId = (shape: unknown) => typeof shape === 'object' && shape !== null && 'activity_id' in shape
