import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'

interface Step {
  /** The targets of the step, of which the first visible one is taken. */
  at: string
  title: string
  text: string
}

const steps: readonly Step[] = [
  {
    at: '.side .side-menu, .menu-button',
    title: '菜单',
    text: '菜单列出您能用的页面；页面上方的标签页保留您打开过的页面、筛选与没有提交的内容。',
  },
  {
    at: '.palette-button',
    title: '搜索与命令',
    text: '按 Ctrl K（Mac 上是 ⌘ K）查找员工、设备、专线、地址与订单，也能直接开始一项操作，例如“给某人分配时长”。',
  },
  {
    at: '.remaining',
    title: '剩余人天',
    text: '还可以分配给员工的时长。服务到期前，首页的待办会提醒您，一次就能全部延长。',
  },
  { at: '.bell', title: '通知', text: '等待审核的设备、员工的申请与即将到期的服务会在这里提醒，可以直接处理。' },
  {
    at: '.page-help',
    title: '帮助',
    text: '每一页都有自己的文章。按 ? 查看全部快捷键：/ 搜索列表，j、k 上下移动，x 选择，Enter 打开。',
  },
]

const targetOf = ({ at }: Step) =>
  [...document.querySelectorAll<HTMLElement>(at)].find(element => element.getClientRects().length > 0)

/** Pixels between the card, its target and the edge of the window. */
const gap = 12

/**
 * Shows in a few words where things are. It is not a modal dialog: the page below remains usable. Escape ends it, Enter continues,
 * the arrow keys go forward and back.
 */
export function Tour({ end }: { end: () => void }) {
  // Some targets may be missing for a duty or on a phone.
  const [shown] = useState(() => steps.filter(targetOf))
  const [at, setAt] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const step = shown[at]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may put it elsewhere
  useLayoutEffect(() => {
    function place(): void {
      const target = step && targetOf(step)?.getBoundingClientRect()
      const [box, ring] = [card.current, mark.current]
      if (!target || !box || !ring) return
      Object.assign(ring.style, {
        top: `${target.top - 4}px`,
        left: `${target.left - 4}px`,
        width: `${target.width + 8}px`,
        height: `${Math.min(target.height + 8, innerHeight - target.top)}px`,
      })
      // A tall target, such as the menu, has the card beside it, below the bar and the tabs.
      const beside = target.height > innerHeight / 2
      const top = beside ? target.top + target.height / 3 : target.bottom + gap
      const left = beside ? target.right + gap : target.left
      box.style.top = `${Math.max(gap, Math.min(top, innerHeight - box.offsetHeight - gap))}px`
      box.style.left = `${Math.max(gap, Math.min(left, innerWidth - box.offsetWidth - gap))}px`
    }
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  }, [step, pathname])

  // The focus returns to where it was before the tour.
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its beginning
  useEffect(() => card.current?.focus({ preventScroll: true }), [at])

  if (!step) return null
  const last = at === shown.length - 1
  const goOn = () => (last ? end() : setAt(at + 1))
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') end()
    else if (event.key === 'ArrowRight' && !last) setAt(at + 1)
    // On a button, Enter presses the button.
    else if (event.key === 'Enter' && event.target === card.current) goOn()
    else if (event.key === 'ArrowLeft' && at > 0) setAt(at - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div ref={mark} className="tour-mark" aria-hidden="true" />
      <div
        ref={card}
        className="tour-card"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <h2 id="tour-title">
          {step.title}
          <span className="quiet">
            {at + 1} / {shown.length}
          </span>
        </h2>
        <p id="tour-text">{step.text}</p>
        <div className="row">
          <Button size="small" look="text" onClick={end}>
            结束
          </Button>
          <Button size="small" disabled={at === 0} onClick={() => setAt(at - 1)}>
            上一步
          </Button>
          <Button size="small" look="primary" onClick={goOn}>
            {last ? '完成' : '下一步'}
          </Button>
        </div>
      </div>
    </>
  )
}
