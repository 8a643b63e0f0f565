import './thread.css'
import { PaperClipOutlined } from '@ant-design/icons'
import type { Refused } from '#web/data/answers.ts'
import { count, dateTime, fileSize, fromNow } from '../format.ts'
import { openFresh } from '../open-fresh.ts'

interface Entry {
  entry_id: string
  /** Absent for the company, which gets only messages. */
  kind?: 'message' | 'note' | 'event'
  side: 'company' | 'provider'
  author_name: string
  text: string
  files: readonly { file_id: string; file_name: string; size: number; url: string }[]
  created_at: string
}

interface TicketThreadProps {
  entries: readonly Entry[]
  older: boolean
  /** Reloads the ticket, for file addresses that are still valid. */
  read: () => Promise<{ ok: true; data: { entries: readonly Entry[] } } | Refused>
}

async function freshUrl(read: TicketThreadProps['read'], fileId: string) {
  const answer = await read()
  if (!answer.ok) return answer
  const file = answer.data.entries.flatMap(({ files }) => files).find(({ file_id }) => file_id === fileId)
  return { ok: true as const, data: { url: file?.url } }
}

/** Shows the messages of a ticket, and for operators the acts on it, earliest first. */
export const TicketThread = ({ entries, older, read }: TicketThreadProps) => (
  <>
    {older && <p className="quiet ticket-older">只列出最近的 {count(entries.length)} 条，更早的没有列出。</p>}
    <ol className="ticket-thread" aria-label="往来">
      {entries.map(({ entry_id, kind = 'message', side, author_name, text, files, created_at }) => (
        <li key={entry_id} className="ticket-entry" data-kind={kind} data-side={side}>
          <div className="ticket-entry-head">
            <strong>{author_name}</strong>
            {kind === 'note' && <span className="badge">内部备注，企业不可见</span>}
            {kind === 'event' && <span>{text}</span>}
            <time className="quiet" dateTime={created_at} title={fromNow(created_at)}>
              {dateTime(created_at)}
            </time>
          </div>
          {kind !== 'event' && <div className="ticket-text">{text}</div>}
          {files.length > 0 && (
            <ul className="ticket-files" aria-label="附件">
              {files.map(({ file_id, file_name, size, url }) => (
                <li key={file_id}>
                  <a href={url} target="_blank" rel="noreferrer" onClick={openFresh(() => freshUrl(read, file_id))}>
                    <PaperClipOutlined aria-hidden="true" /> {file_name}
                  </a>{' '}
                  <span className="quiet">{fileSize(size)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  </>
)
