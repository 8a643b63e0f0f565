import './address-choice.css'
import { Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import type { RequestState } from '#web/data/use-request.ts'
import { Button } from '#web/ui/button.tsx'
import { RetryNote } from '#web/ui/retry-note.tsx'

const pageSize = 20

interface FreeAddress {
  id: string
  address: string
}

/** The search and the choice among free addresses. */
export function useAddressChoice() {
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [choice, setChoice] = useState<FreeAddress>()
  const search = (text: string) => {
    setKeyword(text)
    setPage(1)
  }
  const query = { keyword: keyword.trim() || undefined, page, page_size: pageSize }
  return { keyword, search, page, setPage, choice, setChoice, chosen: choice?.id, query }
}

interface AddressChoiceProps {
  at: ReturnType<typeof useAddressChoice>
  /** The state of the call for `at.query`. */
  found: RequestState
  addresses: readonly FreeAddress[] | undefined
  total: number | undefined
  /** The number of addresses in words. */
  summary: string
  searchLabel: string
  label: string
  onChoose: () => void
  /** Shown between the search and the addresses. */
  children?: ReactNode
}

/** Chooses one of many free addresses, which are searched and shown page by page. */
export const AddressChoice = ({ at, found, addresses, total, ...props }: AddressChoiceProps) => (
  <>
    <Input
      type="search"
      aria-label={props.searchLabel}
      placeholder="按地址搜索，如 203.0.113"
      maxLength={50}
      value={at.keyword}
      onChange={event => at.search(event.target.value)}
    />
    {props.children}
    {found.refused ? (
      <p role="alert">
        <RetryNote refused={found.refused} reload={found.reload} />
      </p>
    ) : (
      <Radio.Group
        className="address-choice"
        aria-label={props.label}
        aria-busy={found.loading}
        value={at.chosen}
        onChange={event => {
          at.setChoice(addresses?.find(({ id }) => id === event.target.value))
          props.onChoose()
        }}
        options={(addresses ?? []).map(({ id, address }) => ({ value: id, label: <code>{address}</code> }))}
      />
    )}
    {at.choice && !addresses?.some(({ id }) => id === at.chosen) && (
      <p role="status">
        已选 <code>{at.choice.address}</code>，不在下面列出的地址里
      </p>
    )}
    <p className="address-pages quiet" role="status">
      {!addresses && !found.refused && '正在读取空闲地址…'}
      {addresses && props.summary}
      {total !== undefined && total > pageSize && (
        <span>
          <Button look="link" size="small" disabled={at.page === 1} onClick={() => at.setPage(at.page - 1)}>
            上一页
          </Button>
          <Button
            look="link"
            size="small"
            disabled={at.page * pageSize >= total}
            onClick={() => at.setPage(at.page + 1)}
          >
            下一页
          </Button>
        </span>
      )}
    </p>
  </>
)
