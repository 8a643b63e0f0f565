import { DeleteOutlined, LinkOutlined, PushpinOutlined } from '@ant-design/icons'
import { Checkbox, Input, Popover } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '../copy-text.ts'
import { useWindowKeys } from '../keyboard/window-keys.tsx'
import { toast } from '../toast.ts'
import { addressOf, type ListView, type ViewStore, viewOf } from './views.tsx'

interface ViewMenuProps {
  list: string
  store: ViewStore
  columns: Record<string, boolean>
  setColumns: (columns: Record<string, boolean>) => void
}

/** The saved views of a list: the user's own and those shared by colleagues. */
export function ViewMenu({ list, store, columns, setColumns }: ViewMenuProps) {
  const [search, changeSearch] = useSearch()
  // It is mounted on demand, so it starts open.
  const [open, setOpen] = useState(true)
  const [views, setViews] = useState<ListView[]>()
  const load = async () => setViews((await store.load(list)) ?? [])
  const shown = viewOf(search)
  const keys = useWindowKeys(() => setOpen(false))
  // biome-ignore lint/correctness/useExhaustiveDependencies: later it is loaded whenever it opens
  useEffect(() => void load(), [])

  function show(view: ListView): void {
    setColumns(view.columns)
    changeSearch(before => addressOf(view.query, before))
    setOpen(false)
  }

  /** Colleagues use a shared view as well, so removing it must not be irreversible. */
  async function remove({ view_id, name, shared, query, columns: shownColumns }: ListView): Promise<void> {
    if (!(await store.remove(view_id))) return
    const restore = async () => {
      if (await store.add(list, { name, shared, query, columns: shownColumns })) await load()
    }
    toast.success(`已删除视图“${name}”`, { label: '撤销', undo: true, run: () => void restore() })
    await load()
  }

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={next => {
        setOpen(next)
        if (next) void load()
      }}
      afterOpenChange={keys.afterOpenChange}
      content={keys.content(
        <div className="views">
          <ul aria-label="已保存的视图">
            {views?.map(view => (
              <li key={view.view_id}>
                <button
                  type="button"
                  aria-current={view.query === shown ? 'true' : undefined}
                  onClick={() => show(view)}
                >
                  {view.name}
                  {view.own ? view.shared && <small>已共享</small> : <small>{view.owner_name}共享</small>}
                </button>
                {view.own && (
                  <Button
                    look="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={`删除视图 ${view.name}`}
                    onClick={() => void remove(view)}
                  />
                )}
              </li>
            ))}
          </ul>
          {views?.length === 0 && <p className="quiet">把现在的筛选、排序与列存成视图，下次一点就到。</p>}
          <NewView
            save={async (name, shared) => {
              const saved = await store.add(list, { name, shared, query: shown, columns })
              if (saved) await load()
              return saved
            }}
          />
          <Button
            look="link"
            size="small"
            icon={<LinkOutlined />}
            onClick={() => {
              const address = `${location.origin}${location.pathname}${shown && `?${shown}`}`
              void copyText(address, {
                done: '已复制链接，打开的人看到同样的筛选',
                failed: '浏览器不允许复制，请从地址栏复制',
              })
            }}
          >
            复制现在的链接
          </Button>
        </div>,
      )}
    >
      <Button autoFocus icon={<PushpinOutlined />} aria-label="视图" title="已保存的视图" />
    </Popover>
  )
}

function NewView({ save }: { save: (name: string, shared: boolean) => Promise<boolean> }) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() && (await save(name.trim(), shared))) setName('')
  }
  return (
    <form className="views-new" onSubmit={event => void submit(event)}>
      <Input
        size="small"
        aria-label="视图名称"
        placeholder="给现在的视图起名"
        maxLength={30}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <Button size="small" type="submit" disabled={!name.trim()}>
        保存
      </Button>
      <Checkbox checked={shared} onChange={event => setShared(event.target.checked)}>
        与同事共享
      </Checkbox>
    </form>
  )
}
