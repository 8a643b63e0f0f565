import { idlePart } from '#web/ui/lazy-part.tsx'
import { loadUnread } from '#web/ui/notices/unread.ts'
import type { useDialog } from '#web/ui/use-dialog.ts'
import type { Request } from './request.ts'

const ApproveDialog = idlePart(async () => (await import('./approve-dialog.tsx')).ApproveDialog)
const RefuseDialog = idlePart(async () => (await import('./refuse-dialog.tsx')).RefuseDialog)

interface DecisionsProps {
  approving: ReturnType<typeof useDialog<Request>>
  refusing: ReturnType<typeof useDialog<Request>>
  done: () => void
}

/** The dialogs in which a manager decides. */
export function Decisions({ approving, refusing, done }: DecisionsProps) {
  const decided = () => {
    done()
    // A decision settles the notices of all managers.
    void loadUnread()
  }
  return (
    <>
      {approving.subject && (
        <ApproveDialog
          key={`approve ${approving.key}`}
          request={approving.subject}
          {...approving.props}
          done={decided}
        />
      )}
      {refusing.subject && (
        <RefuseDialog key={`refuse ${refusing.key}`} request={refusing.subject} {...refusing.props} done={decided} />
      )}
    </>
  )
}
