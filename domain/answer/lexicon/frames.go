package lexicon

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// frame is a class of words by which a question speaks of itself, by language.
type frame struct {
	Code  string              `yaml:"code"`
	Words map[string][]string `yaml:"words"`
}

func (l *Lexicon) loadFrames() {
	var classes []frame
	read("frames.yaml", &classes)
	l.frames = map[string]*token.Matcher[string]{}
	for _, class := range classes {
		for _, lang := range sortedKeys(class.Words) {
			if l.frames[lang] == nil {
				l.frames[lang] = &token.Matcher[string]{}
			}
			seen := map[string]bool{}
			for _, phrase := range class.Words[lang] {
				for _, x := range Expand(phrase) {
					for _, form := range inflected(lang, x) {
						if !seen[form] {
							seen[form] = true
							l.frames[lang].Add(form, class.Code)
						}
					}
				}
			}
		}
	}
}

// FrameAt calls found with the classes of every phrase of frames.yaml in a language that
// begins at a token, shorter phrases first.
func (l *Lexicon) FrameAt(lang string, tokens []token.Token, i int, found func(codes []string, n int)) {
	if m := l.frames[lang]; m != nil && i >= 0 && i < len(tokens) {
		m.At(tokens, i, found)
	}
}

// FrameWord returns how long the longest phrase of one class at a token is; 0 if there is
// none.
func (l *Lexicon) FrameWord(lang string, tokens []token.Token, i int, code string) (length int) {
	l.FrameAt(lang, tokens, i, func(codes []string, n int) {
		if slices.Contains(codes, code) {
			length = n
		}
	})
	return length
}
