import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from '#web/testing/browser.ts'
import { readMenu, readTabs, type Tab, writeTabs } from './stored-tabs.ts'
import { addTab, closeTab } from './tabs.ts'

const tab = (id: number, path = `/control/${id}`) => ({ id, name: `页${id}`, path })
const three = [tab(1), tab(2), tab(3)]
let browser: ReturnType<typeof fakeBrowser>

beforeEach(() => {
  browser = fakeBrowser()
})

test('a page opens one tab, which remembers its address', () => {
  const tabs = addTab(addTab([], tab(1)), tab(2))
  expect(addTab(tabs, tab(1, '/control/1?page=2'))).toEqual([tab(1, '/control/1?page=2'), tab(2)])
})

test('a page about one thing has a tab for each of them, at most eight', () => {
  const person = (at: number, more = '') => ({
    id: 4,
    name: `员工${at}`,
    path: `/control/employeedetails?employee_id=${at}${more}`,
  })
  const two = [tab(1), person(1), person(2)].reduce(addTab, [] as readonly Tab[])
  expect(addTab(two, person(1, '&log=2'))).toEqual([tab(1), person(1, '&log=2'), person(2)])
  const many = [3, 4, 5, 6, 7, 8, 9].map(at => person(at)).reduce(addTab, two)
  expect(many.map(({ name }) => name)).toEqual(['页1', ...[2, 3, 4, 5, 6, 7, 8, 9].map(at => `员工${at}`)])
})

test.each([
  [2, 2, 3],
  [3, 3, 2],
  [1, 1, 2],
  [1, 3, undefined],
])('closing tab %i while %i is shown switches to %s', (id, shown, next) => {
  const result = closeTab(three, `/control/${id}`, `/control/${shown}`)
  expect(result.tabs).toHaveLength(2)
  expect(result.next?.id).toBe(next)
})

test('closing the only tab leaves none', () => {
  expect(closeTab([tab(1)], '/control/1', '/control/1')).toEqual({ tabs: [], next: undefined })
})

test('tabs and menu survive a reload; the default menu is 个人信息, 3', () => {
  expect(readMenu()).toEqual({ id: 3, name: '个人信息' })
  writeTabs(three, { id: 2, name: '页2' })
  expect(readTabs()).toEqual(three)
  expect(readMenu()).toEqual({ id: 2, name: '页2' })
})

test.each(['', '{', '{"id":"3"}', '[1]', 'null'])('an invalid stored %j is ignored', stored => {
  browser.tab.setItem('hyl_tabs', stored)
  browser.tab.setItem('hyl_current_menu', stored)
  expect(readTabs()).toEqual([])
  expect(readMenu()).toEqual({ id: 3, name: '个人信息' })
})
