import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { menuGroups } from '#web/data/console-pages.ts'
import { ConsoleFrame } from './shell-frame.tsx'

const all = menuGroups.flatMap(({ entries }) => entries.map(({ name }) => name))

test.each([
  ['a manager', null, all],
  ['finance', 'finance', ['购买员工时长', '余额', '个人信息']],
  ['a reader of some departments', 'reader-limited', ['员工与时长', '设备', '个人信息']],
])('the first frame offers %s only what they reach', (_, reach, reached) => {
  localStorage.clear()
  if (reach) localStorage.setItem('hyl_reach', reach)
  document.body.innerHTML = renderToStaticMarkup(
    <ConsoleFrame brand={{ name: '海易联' } as never} page={undefined} nonce="a" />,
  )
  // Scripts inserted by innerHTML do not run on their own.
  new Function(document.body.querySelector('script')?.textContent ?? '')()
  const shown = [...document.querySelectorAll('.side-menu a')].map(({ textContent }) => textContent)
  expect(shown).toEqual(expect.arrayContaining(reached))
  if (reach) expect(shown.length).toBeLessThan(all.length)
  if (reach === 'finance') expect(shown).not.toContain('员工与时长')
  // No heading is left without entries.
  for (const section of document.querySelectorAll('.side-menu section'))
    expect(section.querySelector('a')).not.toBeNull()
})
