import './thread.css'
import { PaperClipOutlined } from '@ant-design/icons'
import { count, dateTime, fileSize, fromNow } from '../format.ts'

interface Entry {
  entry_id: string
  /** Absent for the company, which gets messages alone. */
  kind?: 'message' | 'note' | 'event'
  side: 'company' | 'provider'
  author_name: string
  text: string
  files: readonly { file_id: string; file_name: string; size: number; url: string }[]
  created_at: string
}

/** Shows the messages of a ticket, and for operators the acts on it, the earliest first. */
export const TicketThread = ({ entries, older }: { entries: readonly Entry[]; older: boolean }) => (
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
                  <a href={url} target="_blank" rel="noreferrer">
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
