import { expect, test } from 'vitest'
import { listCalls } from '#contract/list-calls.ts'

const sources = Object.entries(
  import.meta.glob<string>('/web/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
)

test('every select that can be emptied says so in Chinese', () => {
  const selects = sources.flatMap(([file, text]) =>
    /\ballowClear(?!=\{(false|[^}]*clearable)\})/.test(text) ? file : [],
  )
  expect(selects).toEqual([])
})

// Guard: a form that can be submitted during an upload is sent without its file.
test('every field that uploads stands in an `UploadItem`', () => {
  const fields = sources.flatMap(([file, text]) =>
    [...text.matchAll(/<(\w+)\b(?:[^<>]|=>)*>\s*<(?:TicketFilesField|FileDrop|LicenceUpload)\b/g)].map(([, around]) => [
      file,
      around,
    ]),
  )
  expect(fields.length).toBeGreaterThan(4)
  expect(fields.filter(([, around]) => around !== 'UploadItem')).toEqual([])
})

test('each list of the console names the call that decides who sees the views that are shared', () => {
  const names = sources.flatMap(([file, text]) =>
    file.startsWith('/web/console/') && !file.endsWith('.test.tsx')
      ? [...text.matchAll(/<DataList\b[^>]*?\sname="([^"]+)"/g)].map(([, name]) => name)
      : [],
  )
  expect(names.toSorted()).toEqual(Object.keys(listCalls).toSorted())
})

/** These fields appear after their dialog, once an answer arrives or a switch is turned. */
const laterFields = [
  '/web/console/costs/give-line-dialog.tsx',
  '/web/console/employees/details/grant-dialog.tsx',
  '/web/console/employees/hours/assign-dialog.tsx',
  '/web/console/orders/refund-dialog.tsx',
  '/web/operations/account/bind-dialog.tsx',
  '/web/operations/catalogue/price-dialog.tsx',
]

test('no field of a dialog asks for the focus that the dialog gives it anyway', () => {
  const asking = sources.filter(
    ([file, text]) =>
      /<(DialogForm|ConfirmDialog|ConfirmQuestion|Dialog)\b/.test(text) &&
      /\sautoFocus\b/.test(text) &&
      !file.endsWith('.test.tsx'),
  )
  expect(asking.map(([file]) => file).sort()).toEqual(laterFields)
})

test('only pages are loaded by `lazy`, whose failure takes all of the page: everything smaller is a late part', () => {
  const all = import.meta.glob<string>('/web/**/*.ts', { query: '?raw', import: 'default', eager: true })
  const lazily = [...sources, ...Object.entries(all)].filter(
    ([file, text]) => /\blazy\b[^\n]*\} from 'react'/.test(text) && !/\.test\.tsx?$/.test(file),
  )
  expect(lazily.map(([file]) => file)).toEqual(['/web/ui/lazy-page.ts'])
})

test('every dialog and every drawer is the portal’s own, which takes nothing once it closes', () => {
  const covers = sources.filter(([, text]) => /\b(Modal|Drawer)\b[^\n]* from 'antd'/.test(text))
  expect(covers.map(([file]) => file)).toEqual(['/web/ui/dialog.tsx', '/web/ui/drawer.tsx'])
})

test('what changes the address begins with the address as it is, except where a link of its own is followed', () => {
  const setters = sources.filter(
    ([file, text]) => /, set\w+\] = useSearchParams\(/.test(text) && !file.endsWith('.test.tsx'),
  )
  expect(setters.map(([file]) => file)).toEqual(['/web/console/orders/invoices/invoices.tsx'])
})

/** Each of these creates a record, or is the only one of its kind on its page, in its account or in its company. */
const aboutNoRecord = [
  '/web/account/personal/ask-dialog.tsx',
  '/web/account/personal/delete-dialog.tsx',
  '/web/account/personal/password-dialog.tsx',
  '/web/account/personal/phone-dialog.tsx',
  '/web/account/realname/realname-form.tsx',
  '/web/console/balance/top-up-dialog.tsx',
  '/web/console/company-sign-in/domain-dialog.tsx',
  '/web/console/company-sign-in/provider-dialog.tsx',
  '/web/console/company/closing-dialog.tsx',
  '/web/console/company/company-dialog.tsx',
  '/web/console/company/trial-dialog.tsx',
  '/web/console/directory/settings-dialog.tsx',
  '/web/console/open-interfaces/create-token-dialog.tsx',
  '/web/console/open-interfaces/log-stream-dialog.tsx',
  '/web/console/open-interfaces/robot-dialog.tsx',
  '/web/console/open-interfaces/webhook-dialog.tsx',
  '/web/console/orders/invoices/automatic-dialog.tsx',
  '/web/console/orders/invoices/period-dialog.tsx',
  '/web/operations/account/bind-dialog.tsx',
  '/web/operations/addresses/range-dialog.tsx',
  '/web/operations/installers/publish-dialog.tsx',
  '/web/ui/reauthentication-dialog.tsx',
]

// Guard: a draft typed for one record would be restored in the dialog of another.
test('every form whose draft is kept names its record, except those that have none', () => {
  const without = sources.filter(([, text]) => /\ssubject=\{undefined\}/.test(text))
  expect(without.map(([file]) => file).sort()).toEqual(aboutNoRecord)
})

test.each([
  // If the browser's date differs from China's, its own calendar would leave out China's day.
  ['dayjs()', /\bdayjs\(\)|toPicker\(new Date\(\)/, []],
  ['the clipboard', /navigator\.clipboard/, ['/web/site/islands/copy.ts', '/web/ui/copy-text.ts']],
  ['a file of the page’s own', /URL\.createObjectURL/, ['/web/ui/save-file.ts']],
])('%s is used in its one place', (_what, pattern, places) => {
  const all = import.meta.glob<string>('/web/**/*.ts', { query: '?raw', import: 'default', eager: true })
  const users = [...sources, ...Object.entries(all)].filter(
    ([file, text]) => pattern.test(text) && !file.includes('.test.') && !file.startsWith('/web/testing/'),
  )
  expect(users.map(([file]) => file).sort()).toEqual(places)
})
