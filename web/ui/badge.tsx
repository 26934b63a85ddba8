// A state in a word and a dot: filled for done, hollow for draft, marker for waiting. Never colour alone.
type Props = { look: 'ok' | 'draft' | 'due'; children: string; className?: string }

export function Badge({ look, children, className = '' }: Props) {
  return <span className={`badge badge-${look}${className && ` ${className}`}`}>{children}</span>
}
