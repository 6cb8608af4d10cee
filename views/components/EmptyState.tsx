interface Props {
  readonly title: string;
  readonly hint: string;
}

/** Replaces a list without rows. */
export function EmptyState({ title, hint }: Props) {
  return (
    <div className="empty-state">
      <p className="empty-title">{title}</p>
      <p>{hint}</p>
    </div>
  );
}
