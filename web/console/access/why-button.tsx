import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useDialog } from '#web/ui/use-dialog.ts'
import { WhyDrawer, type WhyQuestion } from './why-drawer.tsx'

interface WhyButtonProps {
  question: WhyQuestion
  /** Tells the button of one row from that of another. */
  label?: string
}

/** Opens the explanation with what the page already knows. */
export function WhyButton({ question, label }: WhyButtonProps) {
  const asked = useDialog<WhyQuestion>()
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<QuestionCircleOutlined />}
        aria-label={label}
        onClick={() => asked.show(question)}
      >
        为什么
      </Button>
      {asked.subject && <WhyDrawer key={asked.key} question={asked.subject} {...asked.props} />}
    </>
  )
}
