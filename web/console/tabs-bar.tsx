import { CloseOutlined, MoreOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { articlePath, paths } from '#contract/paths.ts'
import { pageOf } from '#web/data/tabs.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { useOpenTabs } from './use-open-tabs.ts'

// The same element each time, so that another page does not render it again.
const closeIcon = <CloseOutlined />
const helpIcon = <QuestionCircleOutlined aria-hidden="true" />
const moreIcon = <MoreOutlined />

export function TabsBar() {
  const { tabs, shown, page, close, closeOthers, closeAll } = useOpenTabs()
  const only = tabs.length < 2
  const current = useRef<HTMLLIElement>(null)
  const place = tabs.findIndex(tab => pageOf(tab) === page)
  const name = tabs[place]?.name
  // The bar may be narrower than its tabs. A page visited for the first time gets its tab one render later, and the name of what it
  // shows when that is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab to scroll into view
  useEffect(() => {
    // Before the page's own layout, scrolling would force a separate one.
    const frame = requestAnimationFrame(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [page, place, name])
  const actions = [
    { key: 'others', label: '关闭其他', disabled: only, run: closeOthers },
    { key: 'all', label: '关闭全部', run: closeAll },
  ]
  return (
    <nav className="open-tabs" aria-label="已打开的页面">
      <ul>
        {tabs.map((tab, at) => (
          <li key={pageOf(tab)} ref={at === place ? current : undefined} data-shown={at === place ? '' : undefined}>
            <Link to={tab.path} aria-current={at === place ? 'page' : undefined} title={tab.name}>
              {tab.name}
            </Link>
            <button type="button" aria-label={`关闭 ${tab.name}`} disabled={only} onClick={() => close(tab)}>
              {closeIcon}
            </button>
          </li>
        ))}
      </ul>
      <a
        className="page-help"
        href={shown ? articlePath('help', shown.help) : paths.help}
        target="_blank"
        rel="noopener"
        aria-label={shown ? `帮助：${shown.name}` : '帮助'}
      >
        {helpIcon}
        <span>帮助</span>
      </a>
      <MenuButton label="标签页" actions={actions}>
        {props => <Button look="text" size="small" icon={moreIcon} aria-label="标签页操作" {...props} />}
      </MenuButton>
    </nav>
  )
}
