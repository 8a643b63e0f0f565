import './authority.css'
import { PlusOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useRowKeys } from '#web/ui/list/row-keys.ts'
import { May } from '#web/ui/may.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { GroupQuestion } from './group.ts'
import { GroupDetail } from './group-detail.tsx'

const GroupDialogs = idlePart(async () => (await import('./group-dialogs.tsx')).GroupDialogs)

type Group = OutputOf<'getVplGroupList'>['list'][number]

/** Groups of lines and the people who may use them; the address names the open group. */
export function AuthorityPage() {
  const { data, refused, reload } = useRemembered('getVplGroupList', {})
  const [search, changeSearch] = useSearch()
  const requested = useDialog<GroupQuestion>()
  const [round, setRound] = useState(0)
  // A link may lead to a group that no longer exists, which its detail reports; opening another instead would be mistaken for it.
  const openId = data?.list.length ? (uuid(search.get('group') ?? '') ?? data.list[0]?.group_id) : undefined
  const show = (id: string | undefined) => changeSearch(() => new URLSearchParams(id ? { group: id } : {}))
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  const create = (
    <May call="setVplGroup">
      <Button look="primary" icon={<PlusOutlined />} onClick={() => requested.show({ kind: 'edit' })}>
        新建专线组
      </Button>
    </May>
  )
  return (
    <>
      <ListHead title="专线权限" text="把专线放入组，再授权给部门（含下级）或员工；保存前会说明谁获得、谁失去。">
        {data?.list.length ? create : null}
      </ListHead>
      {!data ? (
        <Skeleton rows={10} />
      ) : openId ? (
        <div className="authority">
          <GroupSide list={data.list} openId={openId} show={show} />
          <GroupDetail key={openId} id={openId} round={round} ask={requested.show} />
        </div>
      ) : (
        <Empty
          title="还没有专线组"
          text="例如“美国店铺”：放入美国的专线，授权给店铺运营部。没有分组的专线谁都不能使用。"
          action={create}
        />
      )}
      <GroupDialogs
        dialog={requested}
        done={(question, groupId) => {
          // The answer may be late, and an undo can follow minutes later: a user who is viewing another group by then stays there.
          if (question.kind === 'edit' && !question.group) show(groupId)
          if (question.kind === 'delete')
            changeSearch(now => (now.get('group') === groupId ? new URLSearchParams() : now))
          reload()
          setRound(before => before + 1)
        }}
      />
    </>
  )
}

/** The number of groups that can be surveyed without a search. */
const fewGroups = 8

/** The groups, of which a company may have one per shop; the search works as in a list. */
function GroupSide({ list, openId, show }: { list: readonly Group[]; openId: string; show: (id: string) => void }) {
  const [words, setWords] = useState<string>()
  const side = useRef<HTMLElement>(null)
  useRowKeys(side)
  const found = words ? list.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())) : list
  const [lastId, setLastId] = useState(openId)
  // A group opened from elsewhere, such as a new one, would be hidden by the search.
  if (lastId !== openId) {
    setLastId(openId)
    if (!found.some(({ group_id }) => group_id === openId)) setWords(undefined)
  }
  return (
    <nav ref={side} className="sheet group-side" aria-label="专线组">
      {(list.length > fewGroups || words) && (
        <SearchFilter label="专线组" value={words} onChange={setWords} cleared={0} />
      )}
      {!found.length && <p className="quiet">没有名称里有“{words}”的专线组</p>}
      <ul>
        {found.map(group => (
          <li key={group.group_id} data-row tabIndex={-1}>
            <GroupButton group={group} open={group.group_id === openId} show={() => show(group.group_id)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const GroupButton = ({ group, open, show }: { group: Group; open: boolean; show: () => void }) => (
  <button type="button" data-opens aria-current={open ? 'true' : undefined} onClick={show}>
    <b>{group.name}</b>
    <span>
      {group.lines} 条专线 · {group.departments} 个部门 · {group.employees} 名员工
    </span>
  </button>
)
