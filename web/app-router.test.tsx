import { act, render } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { Link, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { AppRouter } from './app-router.tsx'
import { loading } from './data/loading.ts'
import { takeStep } from './data/steps.ts'

test('a loaded page is rendered within the click; for others the previous page stays until it has loaded', async () => {
  history.replaceState(null, '', '/first')
  let come = () => {}
  const Late = lazy(
    () => new Promise<{ default: () => string }>(done => (come = () => done({ default: () => '第三页' }))),
  )
  const { container, getByText } = render(
    <AppRouter isLoaded={path => path !== '/third'}>
      <Link to="/second">去第二页</Link>
      <Link to="/third">去第三页</Link>
      <main>
        <Suspense fallback="正在加载">
          <Routes>
            <Route path="/first" element="第一页" />
            <Route path="/second" element="第二页" />
            <Route path="/third" element={<Late />} />
          </Routes>
        </Suspense>
      </main>
    </AppRouter>,
  )
  const shown = () => container.querySelector('main')?.textContent
  getByText('去第二页').click()
  // React renders the changes of an event in a microtask, before any timer or message.
  await Promise.resolve()
  expect(shown()).toBe('第二页')
  expect(loading.count()).toBe(0)
  await act(async () => getByText('去第三页').click())
  expect(shown()).toBe('第二页')
  expect(loading.count()).toBe(1)
  await expect.poll(() => document.querySelector('.loading')?.textContent).toBe('数据加载中...')
  await act(async () => come())
  expect(shown()).toBe('第三页')
  expect(document.querySelector('.loading')).toBeNull()
  await act(async () => history.back())
  await expect.poll(shown).toBe('第二页')
})

/** Opens the second page, at once or from the first one, and takes a step there, as a drawer does. */
async function overSecond(first: '/first' | '/second') {
  history.replaceState({ idx: 0 }, '', first)
  const { container, getByText } = render(
    <AppRouter isLoaded={() => true}>
      <Link to="/second">去第二页</Link>
      <Link to="/third" replace>
        换成第三页
      </Link>
      <main>
        <Routes>
          <Route path="/first" element="第一页" />
          <Route path="/second" element="第二页" />
          <Route path="/third" element="第三页" />
        </Routes>
      </main>
    </AppRouter>,
  )
  if (first === '/first') await act(async () => getByText('去第二页').click())
  takeStep()
  return { shown: () => container.querySelector('main')?.textContent, getByText }
}

// Guard: the step of the entry that replaces. Without it the second page stays below, and Back leads to it.
test('a page that replaces another one replaces it also below a drawer that was closed', async () => {
  const { shown, getByText } = await overSecond('/first')
  await act(async () => getByText('换成第三页').click())
  expect(shown()).toBe('第三页')
  await act(async () => history.back())
  await expect.poll(shown).toBe('第一页')
})

// Guard: `here.idx === undefined`.
test('the entry of a fragment that somebody types is no way back from a step', async () => {
  const { shown } = await overSecond('/second')
  await act(async () => {
    history.pushState(null, '', '/second#part')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(location.hash).toBe('#part')
  expect(shown()).toBe('第二页')
})
