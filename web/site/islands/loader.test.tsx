import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadListening } from '#web/testing/load-listening.ts'

const { gone } = vi.hoisted(() => ({ gone: { yes: true } }))
vi.mock('./promotion.tsx', () => {
  if (gone.yes) throw new Error('Failed to fetch dynamically imported module')
  return { mountPromotion: (element: HTMLElement) => element.append('企业注册表单') }
})
vi.mock('./copy.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

/** Observed elements count as near immediately. */
class Near {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe() {
    // A browser's own observer passes itself.
    this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
  }
  disconnect() {}
}

/** The loader starts once per document, and other tests have other documents. */
async function load() {
  vi.stubGlobal('IntersectionObserver', Near)
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  await loadListening(() => import('./loader.ts'))
}

test('colours that the system has changed while the script was loading are taken over, but no choice', async () => {
  const { dataset } = document.documentElement
  onTestFinished(() => localStorage.clear())
  localStorage.hyl_theme = 'dark'
  dataset.theme = 'dark'
  await load()
  expect(dataset.theme).toBe('dark')
  localStorage.clear()
  await load()
  await vi.waitFor(() => expect(dataset.theme).toBe('light'))
})

test('a part of a public page that does not come says so, and its place offers to try again', async () => {
  document.body.innerHTML = `<p data-wait-note></p><div data-promotion="HYL666"></div><button data-copy="code">复制</button>`
  await load()
  const again = await screen.findByRole('button', { name: '没有加载成功，重试' })
  const note = document.querySelector('[data-wait-note]')
  expect(note?.textContent).toMatch(/^没能打开。/)
  if (note) note.textContent = ''
  screen.getByRole('button', { name: '复制' }).click()
  await vi.waitFor(() => expect(note?.textContent).toMatch(/^没能打开。/))
  gone.yes = false
  again.click()
  await screen.findByText('企业注册表单')
  expect(screen.queryByRole('button', { name: /重试/ })).toBeNull()
})
