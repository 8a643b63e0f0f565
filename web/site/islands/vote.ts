import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'

/** Casts a vote; each visitor has one per article, and a second one replaces the first. */
export async function vote(button: HTMLElement): Promise<void> {
  const place = button.closest<HTMLElement>('[data-vote]')
  const answerText = place?.querySelector<HTMLElement>('.vote-answer')
  const id = place?.dataset.vote
  if (!place || !answerText || !id) return
  const useful = button.dataset.useful === '1'
  const answer = await api.rateArticle({ article_id: id, useful })
  if (!answer.ok) {
    answerText.textContent = sentence(answer)
    return
  }
  for (const each of place.querySelectorAll('[data-useful]')) each.setAttribute('aria-pressed', String(each === button))
  answerText.textContent = useful ? '感谢您的反馈，很高兴帮到您。' : '感谢您的反馈，我们会改进这篇文章。'
}
