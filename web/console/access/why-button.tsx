import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from '#web/ui/button.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { May } from '#web/ui/may.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { WhyQuestion } from './why-question.ts'

const WhyDrawer = idlePart(async () => (await import('./why-drawer.tsx')).WhyDrawer)

interface WhyButtonProps {
  question: WhyQuestion
  /** Distinguishes the buttons of different rows. */
  label?: string
}

/** Opens the explanation with the known parts of the question filled in. */
export function WhyButton({ question, label }: WhyButtonProps) {
  const requested = useDialog<WhyQuestion>()
  return (
    <May call="explainAccess">
      <Button
        look="link"
        size="small"
        icon={<QuestionCircleOutlined />}
        aria-label={label}
        onClick={() => requested.show(question)}
      >
        为什么
      </Button>
      {requested.subject && <WhyDrawer key={requested.key} question={requested.subject} {...requested.props} />}
    </May>
  )
}
