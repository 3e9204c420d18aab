/** A one-page A4 PDF with a heading and a line of text, as a data URL. ASCII only. */
export function pdf(heading: string, text: string): string {
  const line = (words: string, size: number, height: number) =>
    `BT /F1 ${size} Tf 72 ${height} Td (${words.replaceAll(/[^ -~]/g, '').replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`;
  const content = `${line(heading, 22, 740)}\n${line(text, 11, 712)}`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return `data:application/pdf;base64,${btoa(file)}`;
}
